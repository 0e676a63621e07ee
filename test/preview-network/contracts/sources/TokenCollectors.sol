// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {AuthCaptureEscrow, CollectorType, ITokenCollector, PaymentInfo} from "./AuthCaptureEscrow.sol";
import {Eip3009} from "./Eip3009.sol";
import {IPermit2, PERMIT2_CONTRACT} from "./Permit2.sol";
import {SpendPermissionManager} from "./SpendPermissionManager.sol";

AuthCaptureEscrow constant ESCROW = AuthCaptureEscrow(0xf96815976523E00e65Be8f34cA5e64b4f41EB19c);
SpendPermissionManager constant SPEND_PERMISSION_MANAGER = SpendPermissionManager(
    payable(0xf85210B21cC50302F477BA56686d2019dC9b67Ad)
);

/// What the ways of bringing tokens into escrow share.
abstract contract TokenCollector is ITokenCollector {
    using SafeERC20 for IERC20;

    error OnlyAuthCaptureEscrow();

    function collectTokens(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata collectorData
    ) external {
        if (msg.sender != address(ESCROW)) revert OnlyAuthCaptureEscrow();
        _collect(paymentInfo, tokenStore, amount, collectorData);
    }

    function collectorType() external view virtual returns (CollectorType) {
        return CollectorType.Payment;
    }

    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata collectorData
    ) internal virtual;

    /// The payment's hash without its payer: what the payer signs as nonce or salt, and so binds every other term.
    function _payerAgnosticHash(PaymentInfo memory paymentInfo) internal view returns (bytes32) {
        paymentInfo.payer = address(0);
        return ESCROW.getHash(paymentInfo);
    }
}

/// By an EIP-3009 authorization over the maximum; what is above the amount goes back at once.
contract Erc3009PaymentCollector is TokenCollector {
    using SafeERC20 for IERC20;

    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata signature
    ) internal override {
        Eip3009(paymentInfo.token).receiveWithAuthorization(
            paymentInfo.payer,
            address(this),
            paymentInfo.maxAmount,
            0,
            paymentInfo.preApprovalExpiry,
            _payerAgnosticHash(paymentInfo),
            signature
        );
        uint256 excess = paymentInfo.maxAmount - amount;
        if (excess > 0) IERC20(paymentInfo.token).safeTransfer(paymentInfo.payer, excess);
        IERC20(paymentInfo.token).safeTransfer(tokenStore, amount);
    }
}

/// By a Permit2 signature over the maximum.
contract Permit2PaymentCollector is TokenCollector {
    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata signature
    ) internal override {
        PERMIT2_CONTRACT.permitTransferFrom(
            IPermit2.PermitTransferFrom(
                IPermit2.TokenPermissions(paymentInfo.token, paymentInfo.maxAmount),
                uint256(_payerAgnosticHash(paymentInfo)),
                paymentInfo.preApprovalExpiry
            ),
            IPermit2.SignatureTransferDetails(tokenStore, amount),
            paymentInfo.payer,
            signature
        );
    }
}

/// By an allowance, after the payer has named the payment in a transaction of its own.
contract PreApprovalPaymentCollector is TokenCollector {
    using SafeERC20 for IERC20;

    mapping(bytes32 paymentInfoHash => bool) public isPreApproved;

    event PaymentPreApproved(bytes32 indexed paymentInfoHash);

    error PaymentNotPreApproved(bytes32 paymentInfoHash);
    error PaymentAlreadyPreApproved(bytes32 paymentInfoHash);
    error InvalidSender(address sender, address expected);

    function preApprove(PaymentInfo calldata paymentInfo) external {
        if (msg.sender != paymentInfo.payer) revert InvalidSender(msg.sender, paymentInfo.payer);
        bytes32 hash = ESCROW.getHash(paymentInfo);
        if (isPreApproved[hash]) revert PaymentAlreadyPreApproved(hash);
        isPreApproved[hash] = true;
        emit PaymentPreApproved(hash);
    }

    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata
    ) internal override {
        bytes32 hash = ESCROW.getHash(paymentInfo);
        if (!isPreApproved[hash]) revert PaymentNotPreApproved(hash);
        IERC20(paymentInfo.token).safeTransferFrom(paymentInfo.payer, tokenStore, amount);
    }
}

/// By a spend permission that can be used once, for this payment.
contract SpendPermissionPaymentCollector is TokenCollector {
    using SafeERC20 for IERC20;

    error SpendPermissionApprovalFailed();

    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata signature
    ) internal override {
        SpendPermissionManager.SpendPermission memory permission = SpendPermissionManager.SpendPermission(
            paymentInfo.payer,
            address(this),
            paymentInfo.token,
            paymentInfo.maxAmount,
            type(uint48).max,
            0,
            paymentInfo.preApprovalExpiry,
            uint256(_payerAgnosticHash(paymentInfo)),
            ""
        );
        if (signature.length > 0 && !SPEND_PERMISSION_MANAGER.approveWithSignature(permission, signature)) {
            revert SpendPermissionApprovalFailed();
        }
        SPEND_PERMISSION_MANAGER.spend(permission, uint160(amount));
        IERC20(paymentInfo.token).safeTransfer(tokenStore, amount);
    }
}

/// For refunds: by an allowance of the operator.
contract OperatorRefundCollector is TokenCollector {
    using SafeERC20 for IERC20;

    function collectorType() external pure override returns (CollectorType) {
        return CollectorType.Refund;
    }

    function _collect(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata
    ) internal override {
        IERC20(paymentInfo.token).safeTransferFrom(paymentInfo.operator, tokenStore, amount);
    }
}
