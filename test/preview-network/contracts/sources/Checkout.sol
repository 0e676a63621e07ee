// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Takes a payment that is known only later, below a maximum that the payer signed as an EIP-2612 permit.
contract Checkout {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;
    address public immutable merchant;

    mapping(bytes32 orderId => bool) public captured;

    event PaymentCaptured(
        bytes32 indexed orderId,
        address indexed payer,
        uint256 amount,
        uint256 authorizedMaximum
    );

    error AmountExceedsMaximum();
    error NotMerchant();
    error OrderAlreadyCaptured(bytes32 orderId);

    constructor(IERC20 token_, address merchant_) {
        token = token_;
        merchant = merchant_;
    }

    /// Permit and pull in one transaction. What is left of the allowance stays until the payer revokes it.
    function capture(
        bytes32 orderId,
        address payer,
        uint256 actualAmount,
        uint256 authorizedMaximum,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (msg.sender != merchant) revert NotMerchant();
        if (actualAmount > authorizedMaximum) revert AmountExceedsMaximum();
        if (captured[orderId]) revert OrderAlreadyCaptured(orderId);
        captured[orderId] = true;
        try
            IERC20Permit(address(token)).permit(payer, address(this), authorizedMaximum, permitDeadline, v, r, s)
        {} catch (bytes memory reason) {
            // Somebody else may have submitted the permit already. Without its allowance, say why it was refused.
            if (token.allowance(payer, address(this)) < actualAmount) _bubble(reason);
        }
        token.safeTransferFrom(payer, merchant, actualAmount);
        emit PaymentCaptured(orderId, payer, actualAmount, authorizedMaximum);
    }

    function _bubble(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
