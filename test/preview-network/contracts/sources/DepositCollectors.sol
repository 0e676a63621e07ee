// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Eip3009} from "./Eip3009.sol";
import {IPermit2, PERMIT2_CONTRACT} from "./Permit2.sol";

address constant BATCH_SETTLEMENT = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;

/// Brings a deposit from the payer to the batch settlement, which checks what has arrived.
abstract contract DepositCollector {
    error OnlyBatchSettlement();

    modifier onlyBatchSettlement() {
        if (msg.sender != BATCH_SETTLEMENT) revert OnlyBatchSettlement();
        _;
    }

    function collect(
        address payer,
        address token,
        uint256 amount,
        bytes32 channelId,
        bytes calldata collectorData
    ) external virtual;
}

/// By an EIP-3009 authorization whose nonce names the channel, so that it cannot fund another one.
contract Erc3009DepositCollector is DepositCollector {
    using SafeERC20 for IERC20;

    function collect(
        address payer,
        address token,
        uint256 amount,
        bytes32 channelId,
        bytes calldata collectorData
    ) external override onlyBatchSettlement {
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) = abi.decode(
            collectorData,
            (uint256, uint256, uint256, bytes)
        );
        Eip3009(token).receiveWithAuthorization(
            payer,
            address(this),
            amount,
            validAfter,
            validBefore,
            keccak256(abi.encode(channelId, salt)),
            signature
        );
        IERC20(token).safeTransfer(BATCH_SETTLEMENT, amount);
    }
}

/// By a Permit2 signature whose witness names the channel, preceded by an EIP-2612 permit when one comes along.
contract Permit2DepositCollector is DepositCollector {
    string private constant WITNESS_TYPE_STRING =
        "DepositWitness witness)DepositWitness(bytes32 channelId)TokenPermissions(address token,uint256 amount)";
    bytes32 private constant WITNESS_TYPEHASH = keccak256("DepositWitness(bytes32 channelId)");

    function collect(
        address payer,
        address token,
        uint256 amount,
        bytes32 channelId,
        bytes calldata collectorData
    ) external override onlyBatchSettlement {
        (uint256 nonce, uint256 deadline, bytes memory signature, bytes memory permitData) = abi.decode(
            collectorData,
            (uint256, uint256, bytes, bytes)
        );
        if (permitData.length > 0) _permit(payer, token, permitData);
        PERMIT2_CONTRACT.permitWitnessTransferFrom(
            IPermit2.PermitTransferFrom(IPermit2.TokenPermissions(token, amount), nonce, deadline),
            IPermit2.SignatureTransferDetails(BATCH_SETTLEMENT, amount),
            payer,
            keccak256(abi.encode(WITNESS_TYPEHASH, channelId)),
            WITNESS_TYPE_STRING,
            signature
        );
    }

    function _permit(address payer, address token, bytes memory permitData) private {
        (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) = abi.decode(
            permitData,
            (uint256, uint256, uint8, bytes32, bytes32)
        );
        try IERC20Permit(token).permit(payer, address(PERMIT2_CONTRACT), value, deadline, v, r, s) {} catch {}
    }
}
