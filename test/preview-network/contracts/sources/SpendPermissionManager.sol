// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// Lets a spender take up to an allowance in every period from a smart account that has this contract among its owners.
contract SpendPermissionManager is EIP712 {
    using SafeERC20 for IERC20;

    struct SpendPermission {
        address account;
        address spender;
        address token;
        uint160 allowance;
        /// Seconds after which the allowance is whole again.
        uint48 period;
        /// Unix seconds, inclusive.
        uint48 start;
        /// Unix seconds, exclusive.
        uint48 end;
        uint256 salt;
        bytes extraData;
    }

    struct PermissionDetails {
        address spender;
        address token;
        uint160 allowance;
        uint256 salt;
        bytes extraData;
    }

    struct SpendPermissionBatch {
        address account;
        uint48 period;
        uint48 start;
        uint48 end;
        PermissionDetails[] permissions;
    }

    struct PeriodSpend {
        uint48 start;
        uint48 end;
        uint160 spend;
    }

    bytes32 public constant SPEND_PERMISSION_TYPEHASH =
        keccak256(
            "SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)"
        );
    bytes32 public constant SPEND_PERMISSION_BATCH_TYPEHASH =
        keccak256(
            "SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)"
        );
    bytes32 public constant PERMISSION_DETAILS_TYPEHASH =
        keccak256(
            "PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)"
        );
    address public constant NATIVE_TOKEN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    mapping(bytes32 hash => bool) private _isApproved;
    mapping(bytes32 hash => bool) private _isRevoked;
    mapping(bytes32 hash => PeriodSpend) private _lastUpdatedPeriod;
    uint256 private transient _expectedReceiveAmount;

    event SpendPermissionApproved(bytes32 indexed hash, SpendPermission spendPermission);
    event SpendPermissionRevoked(bytes32 indexed hash, SpendPermission spendPermission);
    event SpendPermissionUsed(
        bytes32 indexed hash,
        address indexed account,
        address indexed spender,
        address token,
        PeriodSpend periodSpend
    );

    error InvalidSender(address sender, address expected);
    error InvalidSignature();
    error EmptySpendPermissionBatch();
    error ZeroToken();
    error ZeroSpender();
    error ZeroAllowance();
    error ZeroPeriod();
    error ZeroValue();
    error InvalidStartEnd(uint48 start, uint48 end);
    error UnauthorizedSpendPermission();
    error BeforeSpendPermissionStart(uint48 currentTimestamp, uint48 start);
    error AfterSpendPermissionEnd(uint48 currentTimestamp, uint48 end);
    error SpendValueOverflow(uint256 value);
    error ExceededSpendPermission(uint256 value, uint256 allowance);
    error UnexpectedReceiveAmount(uint256 received, uint256 expected);

    constructor() EIP712("Spend Permission Manager", "1") {}

    modifier onlySender(address expected) {
        if (msg.sender != expected) revert InvalidSender(msg.sender, expected);
        _;
    }

    /// Only what an account sends on its way to a spender, while a spend is under way.
    receive() external payable {
        if (msg.value != _expectedReceiveAmount) revert UnexpectedReceiveAmount(msg.value, _expectedReceiveAmount);
    }

    /// @return false when it has been revoked before: a revoked permission never comes back
    function approve(
        SpendPermission calldata spendPermission
    ) external onlySender(spendPermission.account) returns (bool) {
        return _approve(spendPermission);
    }

    function approveWithSignature(
        SpendPermission calldata spendPermission,
        bytes calldata signature
    ) external returns (bool) {
        _requireSignature(spendPermission.account, getHash(spendPermission), signature);
        return _approve(spendPermission);
    }

    function approveBatchWithSignature(
        SpendPermissionBatch calldata batch,
        bytes calldata signature
    ) external returns (bool allApproved) {
        if (batch.permissions.length == 0) revert EmptySpendPermissionBatch();
        _requireSignature(batch.account, getBatchHash(batch), signature);
        allApproved = true;
        for (uint256 i = 0; i < batch.permissions.length; i++) {
            PermissionDetails calldata details = batch.permissions[i];
            bool isApproved_ = _approve(
                SpendPermission(
                    batch.account,
                    details.spender,
                    details.token,
                    details.allowance,
                    batch.period,
                    batch.start,
                    batch.end,
                    details.salt,
                    details.extraData
                )
            );
            allApproved = allApproved && isApproved_;
        }
    }

    function revoke(SpendPermission calldata spendPermission) external onlySender(spendPermission.account) {
        _revoke(spendPermission);
    }

    function revokeAsSpender(
        SpendPermission calldata spendPermission
    ) external onlySender(spendPermission.spender) {
        _revoke(spendPermission);
    }

    function spend(
        SpendPermission calldata spendPermission,
        uint160 value
    ) external onlySender(spendPermission.spender) {
        _use(spendPermission, value);
        SmartAccount account = SmartAccount(payable(spendPermission.account));
        if (spendPermission.token == NATIVE_TOKEN) {
            _expectedReceiveAmount = value;
            account.execute(address(this), value, "");
            _expectedReceiveAmount = 0;
            (bool success, ) = spendPermission.spender.call{value: value}("");
            require(success, "the spender takes no native token");
        } else {
            bytes memory approval = abi.encodeCall(IERC20.approve, (address(this), value));
            account.execute(spendPermission.token, 0, approval);
            IERC20(spendPermission.token).safeTransferFrom(address(account), spendPermission.spender, value);
        }
    }

    function isApproved(SpendPermission memory spendPermission) public view returns (bool) {
        return _isApproved[getHash(spendPermission)];
    }

    function isRevoked(SpendPermission memory spendPermission) public view returns (bool) {
        return _isRevoked[getHash(spendPermission)];
    }

    function isValid(SpendPermission memory spendPermission) public view returns (bool) {
        return isApproved(spendPermission) && !isRevoked(spendPermission);
    }

    function getLastUpdatedPeriod(SpendPermission memory spendPermission) external view returns (PeriodSpend memory) {
        return _lastUpdatedPeriod[getHash(spendPermission)];
    }

    function getCurrentPeriod(SpendPermission memory spendPermission) public view returns (PeriodSpend memory) {
        uint48 now_ = uint48(block.timestamp);
        if (now_ < spendPermission.start) revert BeforeSpendPermissionStart(now_, spendPermission.start);
        if (now_ >= spendPermission.end) revert AfterSpendPermissionEnd(now_, spendPermission.end);
        PeriodSpend memory last = _lastUpdatedPeriod[getHash(spendPermission)];
        if (last.spend != 0 && now_ < last.end) return last;
        uint48 sinceStart = now_ - spendPermission.start;
        uint48 start = now_ - (sinceStart % spendPermission.period);
        uint256 end = uint256(start) + spendPermission.period;
        return PeriodSpend(start, end < spendPermission.end ? uint48(end) : spendPermission.end, 0);
    }

    function getHash(SpendPermission memory permission) public view returns (bytes32) {
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(
                        SPEND_PERMISSION_TYPEHASH,
                        permission.account,
                        permission.spender,
                        permission.token,
                        permission.allowance,
                        permission.period,
                        permission.start,
                        permission.end,
                        permission.salt,
                        keccak256(permission.extraData)
                    )
                )
            );
    }

    function getBatchHash(SpendPermissionBatch memory batch) public view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](batch.permissions.length);
        for (uint256 i = 0; i < hashes.length; i++) {
            PermissionDetails memory details = batch.permissions[i];
            hashes[i] = keccak256(
                abi.encode(
                    PERMISSION_DETAILS_TYPEHASH,
                    details.spender,
                    details.token,
                    details.allowance,
                    details.salt,
                    keccak256(details.extraData)
                )
            );
        }
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(
                        SPEND_PERMISSION_BATCH_TYPEHASH,
                        batch.account,
                        batch.period,
                        batch.start,
                        batch.end,
                        keccak256(abi.encodePacked(hashes))
                    )
                )
            );
    }

    function _requireSignature(address account, bytes32 hash, bytes calldata signature) private view {
        if (!SignatureChecker.isValidSignatureNow(account, hash, signature)) revert InvalidSignature();
    }

    function _approve(SpendPermission memory permission) private returns (bool) {
        if (permission.token == address(0)) revert ZeroToken();
        if (permission.spender == address(0)) revert ZeroSpender();
        if (permission.allowance == 0) revert ZeroAllowance();
        if (permission.period == 0) revert ZeroPeriod();
        if (permission.start >= permission.end) revert InvalidStartEnd(permission.start, permission.end);
        bytes32 hash = getHash(permission);
        if (_isRevoked[hash]) return false;
        if (_isApproved[hash]) return true;
        _isApproved[hash] = true;
        emit SpendPermissionApproved(hash, permission);
        return true;
    }

    function _revoke(SpendPermission calldata permission) private {
        bytes32 hash = getHash(permission);
        if (_isRevoked[hash]) return;
        _isRevoked[hash] = true;
        emit SpendPermissionRevoked(hash, permission);
    }

    function _use(SpendPermission calldata permission, uint256 value) private {
        if (value == 0) revert ZeroValue();
        if (!isValid(permission)) revert UnauthorizedSpendPermission();
        PeriodSpend memory current = getCurrentPeriod(permission);
        uint256 total = value + current.spend;
        if (total > type(uint160).max) revert SpendValueOverflow(total);
        if (total > permission.allowance) revert ExceededSpendPermission(total, permission.allowance);
        bytes32 hash = getHash(permission);
        current.spend = uint160(total);
        _lastUpdatedPeriod[hash] = current;
        emit SpendPermissionUsed(
            hash,
            permission.account,
            permission.spender,
            permission.token,
            PeriodSpend(current.start, current.end, uint160(value))
        );
    }
}
