// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

struct PaymentInfo {
    address operator;
    address payer;
    address receiver;
    address token;
    uint120 maxAmount;
    /// Authorize and charge end here, capture at the second, refund at the third; all exclusive, unix seconds.
    uint48 preApprovalExpiry;
    uint48 authorizationExpiry;
    uint48 refundExpiry;
    uint16 minFeeBps;
    uint16 maxFeeBps;
    address feeReceiver;
    uint256 salt;
}

enum CollectorType {
    Payment,
    Refund
}

/// Brings tokens to a token store, each collector in its own way.
interface ITokenCollector {
    function collectorType() external view returns (CollectorType);

    function collectTokens(
        PaymentInfo calldata paymentInfo,
        address tokenStore,
        uint256 amount,
        bytes calldata collectorData
    ) external;
}

/// Holds what has been authorized for one operator, so that no operator's mistake can reach another one's funds.
contract TokenStore {
    using SafeERC20 for IERC20;

    address private immutable _escrow = msg.sender;

    function send(IERC20 token, address to, uint256 amount) external {
        require(msg.sender == _escrow, "only the escrow sends");
        token.safeTransfer(to, amount);
    }
}

/// Authorizes a payment by taking it into escrow, and captures it later, in parts if need be.
contract AuthCaptureEscrow is ReentrancyGuardTransient {
    struct PaymentState {
        bool hasCollectedPayment;
        uint120 capturableAmount;
        uint120 refundableAmount;
    }

    bytes32 public constant PAYMENT_INFO_TYPEHASH =
        keccak256(
            "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)"
        );
    uint256 private constant MAX_FEE_BPS = 10_000;

    mapping(bytes32 paymentInfoHash => PaymentState) public paymentState;

    event PaymentCharged(
        bytes32 indexed paymentInfoHash,
        PaymentInfo paymentInfo,
        uint256 amount,
        address tokenCollector,
        uint256 feeAmount,
        address feeReceiver
    );
    event PaymentAuthorized(
        bytes32 indexed paymentInfoHash,
        PaymentInfo paymentInfo,
        uint256 amount,
        address tokenCollector
    );
    event PaymentCaptured(
        bytes32 indexed paymentInfoHash,
        uint256 amount,
        uint256 feeAmount,
        address feeReceiver
    );
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector);
    event TokenStoreCreated(address indexed operator, address tokenStore);

    error InvalidSender(address sender, address expected);
    error ZeroAmount();
    error AmountOverflow(uint256 amount, uint256 limit);
    error ExceedsMaxAmount(uint256 amount, uint256 maxAmount);
    error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry);
    error InvalidExpiries(uint48 preApproval, uint48 authorization, uint48 refund);
    error FeeBpsOverflow(uint16 feeBps);
    error InvalidFeeBpsRange(uint16 minFeeBps, uint16 maxFeeBps);
    error FeeAmountOutOfRange(uint256 feeAmount, uint256 minFeeAmount, uint256 maxFeeAmount);
    error ZeroFeeReceiver();
    error InvalidFeeReceiver(address attempted, address expected);
    error InvalidCollectorForOperation();
    error TokenCollectionFailed();
    error PaymentAlreadyCollected(bytes32 paymentInfoHash);
    error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorizedAmount, uint256 requestedAmount);
    error ZeroAuthorization(bytes32 paymentInfoHash);
    error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error AfterRefundExpiry(uint48 timestamp, uint48 expiry);
    error RefundExceedsCapture(uint256 refund, uint256 captured);

    modifier onlySender(address expected) {
        if (msg.sender != expected) revert InvalidSender(msg.sender, expected);
        _;
    }

    modifier validAmount(uint256 amount) {
        if (amount == 0) revert ZeroAmount();
        if (amount > type(uint120).max) revert AmountOverflow(amount, type(uint120).max);
        _;
    }

    /// Takes the payment and hands it on at once.
    function charge(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        address tokenCollector,
        bytes calldata collectorData,
        uint256 feeAmount,
        address feeReceiver
    ) external nonReentrant onlySender(paymentInfo.operator) validAmount(amount) {
        _requireFee(paymentInfo, amount, feeAmount, feeReceiver);
        bytes32 hash = _begin(paymentInfo, amount, 0, uint120(amount));
        emit PaymentCharged(hash, paymentInfo, amount, tokenCollector, feeAmount, feeReceiver);
        _collect(paymentInfo, amount, tokenCollector, collectorData, CollectorType.Payment);
        _distribute(paymentInfo, amount, feeAmount, feeReceiver);
    }

    /// Takes the payment into escrow.
    function authorize(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        address tokenCollector,
        bytes calldata collectorData
    ) external nonReentrant onlySender(paymentInfo.operator) validAmount(amount) {
        bytes32 hash = _begin(paymentInfo, amount, uint120(amount), 0);
        emit PaymentAuthorized(hash, paymentInfo, amount, tokenCollector);
        _collect(paymentInfo, amount, tokenCollector, collectorData, CollectorType.Payment);
    }

    /// Hands on what is in escrow, or a part of it, as often as there is something left.
    function capture(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        uint256 feeAmount,
        address feeReceiver
    ) external nonReentrant onlySender(paymentInfo.operator) validAmount(amount) {
        _requireFee(paymentInfo, amount, feeAmount, feeReceiver);
        if (block.timestamp >= paymentInfo.authorizationExpiry) {
            revert AfterAuthorizationExpiry(uint48(block.timestamp), paymentInfo.authorizationExpiry);
        }
        bytes32 hash = getHash(paymentInfo);
        PaymentState storage state = paymentState[hash];
        if (state.capturableAmount < amount) revert InsufficientAuthorization(hash, state.capturableAmount, amount);
        state.capturableAmount -= uint120(amount);
        state.refundableAmount += uint120(amount);
        emit PaymentCaptured(hash, amount, feeAmount, feeReceiver);
        _distribute(paymentInfo, amount, feeAmount, feeReceiver);
    }

    /// The operator gives back all that is in escrow.
    function void(PaymentInfo calldata paymentInfo) external nonReentrant onlySender(paymentInfo.operator) {
        (bytes32 hash, uint256 amount) = _release(paymentInfo);
        emit PaymentVoided(hash, amount);
        _send(paymentInfo, paymentInfo.payer, amount);
    }

    /// The payer takes back all that is in escrow, once it can no longer be captured.
    function reclaim(PaymentInfo calldata paymentInfo) external nonReentrant onlySender(paymentInfo.payer) {
        if (block.timestamp < paymentInfo.authorizationExpiry) {
            revert BeforeAuthorizationExpiry(uint48(block.timestamp), paymentInfo.authorizationExpiry);
        }
        (bytes32 hash, uint256 amount) = _release(paymentInfo);
        emit PaymentReclaimed(hash, amount);
        _send(paymentInfo, paymentInfo.payer, amount);
    }

    /// Gives back what was captured, or a part of it, out of what the collector brings.
    function refund(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        address tokenCollector,
        bytes calldata collectorData
    ) external nonReentrant onlySender(paymentInfo.operator) validAmount(amount) {
        if (block.timestamp >= paymentInfo.refundExpiry) {
            revert AfterRefundExpiry(uint48(block.timestamp), paymentInfo.refundExpiry);
        }
        bytes32 hash = getHash(paymentInfo);
        PaymentState storage state = paymentState[hash];
        if (amount > state.refundableAmount) revert RefundExceedsCapture(amount, state.refundableAmount);
        state.refundableAmount -= uint120(amount);
        emit PaymentRefunded(hash, amount, tokenCollector);
        _collect(paymentInfo, amount, tokenCollector, collectorData, CollectorType.Refund);
        _send(paymentInfo, paymentInfo.payer, amount);
    }

    /// The payment's identity, on this chain and in this contract.
    function getHash(PaymentInfo calldata paymentInfo) public view returns (bytes32) {
        bytes32 structHash = keccak256(abi.encode(PAYMENT_INFO_TYPEHASH, paymentInfo));
        return keccak256(abi.encode(block.chainid, address(this), structHash));
    }

    function getTokenStore(address operator) public view returns (address) {
        bytes32 codeHash = keccak256(type(TokenStore).creationCode);
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), _saltOf(operator), codeHash));
        return address(uint160(uint256(hash)));
    }

    function _begin(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        uint120 capturable,
        uint120 refundable
    ) private returns (bytes32 hash) {
        if (amount > paymentInfo.maxAmount) revert ExceedsMaxAmount(amount, paymentInfo.maxAmount);
        (uint48 first, uint48 second, uint48 third) = (
            paymentInfo.preApprovalExpiry,
            paymentInfo.authorizationExpiry,
            paymentInfo.refundExpiry
        );
        if (block.timestamp >= first) revert AfterPreApprovalExpiry(uint48(block.timestamp), first);
        if (first > second || second > third) revert InvalidExpiries(first, second, third);
        if (paymentInfo.maxFeeBps > MAX_FEE_BPS) revert FeeBpsOverflow(paymentInfo.maxFeeBps);
        if (paymentInfo.minFeeBps > paymentInfo.maxFeeBps) {
            revert InvalidFeeBpsRange(paymentInfo.minFeeBps, paymentInfo.maxFeeBps);
        }
        hash = getHash(paymentInfo);
        if (paymentState[hash].hasCollectedPayment) revert PaymentAlreadyCollected(hash);
        paymentState[hash] = PaymentState(true, capturable, refundable);
    }

    /// The fee is bounded by the shares that the payer signed, of this very amount.
    function _requireFee(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        uint256 feeAmount,
        address feeReceiver
    ) private pure {
        uint256 least = (amount * paymentInfo.minFeeBps) / MAX_FEE_BPS;
        uint256 most = (amount * paymentInfo.maxFeeBps) / MAX_FEE_BPS;
        if (feeAmount < least || feeAmount > most) revert FeeAmountOutOfRange(feeAmount, least, most);
        if (feeAmount > 0 && feeReceiver == address(0)) revert ZeroFeeReceiver();
        if (paymentInfo.feeReceiver != address(0) && paymentInfo.feeReceiver != feeReceiver) {
            revert InvalidFeeReceiver(feeReceiver, paymentInfo.feeReceiver);
        }
    }

    function _collect(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        address tokenCollector,
        bytes calldata collectorData,
        CollectorType collectorType
    ) private {
        if (ITokenCollector(tokenCollector).collectorType() != collectorType) revert InvalidCollectorForOperation();
        address store = _createdStore(paymentInfo.operator);
        uint256 before = IERC20(paymentInfo.token).balanceOf(store);
        ITokenCollector(tokenCollector).collectTokens(paymentInfo, store, amount, collectorData);
        if (IERC20(paymentInfo.token).balanceOf(store) != before + amount) revert TokenCollectionFailed();
    }

    function _distribute(
        PaymentInfo calldata paymentInfo,
        uint256 amount,
        uint256 feeAmount,
        address feeReceiver
    ) private {
        if (feeAmount > 0) _send(paymentInfo, feeReceiver, feeAmount);
        if (amount > feeAmount) _send(paymentInfo, paymentInfo.receiver, amount - feeAmount);
    }

    function _release(PaymentInfo calldata paymentInfo) private returns (bytes32 hash, uint256 amount) {
        hash = getHash(paymentInfo);
        amount = paymentState[hash].capturableAmount;
        if (amount == 0) revert ZeroAuthorization(hash);
        paymentState[hash].capturableAmount = 0;
    }

    function _send(PaymentInfo calldata paymentInfo, address to, uint256 amount) private {
        TokenStore(getTokenStore(paymentInfo.operator)).send(IERC20(paymentInfo.token), to, amount);
    }

    function _createdStore(address operator) private returns (address store) {
        store = getTokenStore(operator);
        if (store.code.length > 0) return store;
        new TokenStore{salt: _saltOf(operator)}();
        emit TokenStoreCreated(operator, store);
    }

    function _saltOf(address operator) private pure returns (bytes32) {
        return bytes32(bytes20(operator));
    }
}
