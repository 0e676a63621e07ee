// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Pays many at once out of an exact allowance of the sender: given amounts, or shares of one amount in basis points.
/// A reference can be used once, whoever uses it.
contract Payouts {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_RECIPIENTS = 100;
    uint256 public constant TOTAL_BASIS_POINTS = 10_000;

    IERC20 public immutable token;

    mapping(bytes32 batchReference => bool) public processed;

    event PayoutSent(
        bytes32 indexed batchReference,
        address indexed sender,
        address indexed recipient,
        uint256 amount
    );

    error BatchAlreadyProcessed(bytes32 batchReference);
    error InvalidArrayLengths();
    error InvalidBasisPoints();
    error TooManyRecipients();

    constructor(IERC20 token_) {
        token = token_;
    }

    function sendPayouts(
        bytes32 batchReference,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        _begin(batchReference, recipients.length, amounts.length);
        for (uint256 i = 0; i < recipients.length; i++) _pay(batchReference, recipients[i], amounts[i]);
    }

    /// Every leg is rounded down; what rounding leaves over goes to the recipient at `remainderIndex`.
    function splitPayment(
        bytes32 splitReference,
        uint256 amount,
        address[] calldata recipients,
        uint16[] calldata sharesBps,
        uint256 remainderIndex
    ) external {
        _begin(splitReference, recipients.length, sharesBps.length);
        if (remainderIndex >= recipients.length) revert InvalidArrayLengths();
        uint256 totalBps = 0;
        uint256 remainder = amount;
        for (uint256 i = 0; i < sharesBps.length; i++) {
            totalBps += sharesBps[i];
            remainder -= _leg(amount, sharesBps[i]);
        }
        if (totalBps != TOTAL_BASIS_POINTS) revert InvalidBasisPoints();
        for (uint256 i = 0; i < recipients.length; i++) {
            uint256 leg = _leg(amount, sharesBps[i]);
            _pay(splitReference, recipients[i], i == remainderIndex ? leg + remainder : leg);
        }
    }

    function _begin(bytes32 batchReference, uint256 recipients, uint256 shares) private {
        if (recipients == 0 || recipients != shares) revert InvalidArrayLengths();
        if (recipients > MAX_RECIPIENTS) revert TooManyRecipients();
        if (processed[batchReference]) revert BatchAlreadyProcessed(batchReference);
        processed[batchReference] = true;
    }

    function _leg(uint256 amount, uint16 shareBps) private pure returns (uint256) {
        return (amount * shareBps) / TOTAL_BASIS_POINTS;
    }

    function _pay(bytes32 batchReference, address recipient, uint256 amount) private {
        token.safeTransferFrom(msg.sender, recipient, amount);
        emit PayoutSent(batchReference, msg.sender, recipient, amount);
    }
}
