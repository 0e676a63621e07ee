// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IPermit2, PERMIT2_CONTRACT} from "./Permit2.sol";

/// What the two proxies of HTTP 402 payments through Permit2 share.
abstract contract X402Permit2Proxy is ReentrancyGuardTransient {
    struct EIP2612Permit {
        uint256 value;
        uint256 deadline;
        bytes32 r;
        bytes32 s;
        uint8 v;
    }

    IPermit2 public constant PERMIT2 = PERMIT2_CONTRACT;

    event Settled();
    event SettledWithPermit();

    error InvalidAmount();
    error InvalidDestination();
    error InvalidOwner();
    error PaymentTooEarly();
    error Permit2612AmountMismatch();

    /// The destination is part of what was signed, so whoever submits the payment cannot redirect it.
    function _transfer(
        IPermit2.PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        address to,
        uint256 validAfter,
        bytes32 witness,
        string memory witnessTypeString,
        bytes calldata signature
    ) internal {
        if (owner == address(0)) revert InvalidOwner();
        if (to == address(0)) revert InvalidDestination();
        if (block.timestamp < validAfter) revert PaymentTooEarly();
        PERMIT2.permitWitnessTransferFrom(
            permit,
            IPermit2.SignatureTransferDetails(to, amount),
            owner,
            witness,
            witnessTypeString,
            signature
        );
    }

    /// A permit that fails is passed over: the allowance may be there already, and without one the transfer fails.
    function _permit(
        EIP2612Permit calldata permit2612,
        IPermit2.TokenPermissions calldata permitted,
        address owner
    ) internal {
        if (permit2612.value != permitted.amount) revert Permit2612AmountMismatch();
        try
            IERC20Permit(permitted.token).permit(
                owner,
                address(PERMIT2),
                permit2612.value,
                permit2612.deadline,
                permit2612.v,
                permit2612.r,
                permit2612.s
            )
        {} catch {}
    }
}
