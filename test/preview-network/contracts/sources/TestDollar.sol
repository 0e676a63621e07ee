// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {Eip3009} from "./Eip3009.sol";
import {PolicyRegistry} from "./PolicyRegistry.sol";

/// The dollar of the preview network: worthless, anybody mints it, and it can do what the dollars in the field can:
/// permits (EIP-2612), authorizations (EIP-3009), transfers with a memo, a holder policy and a pause.
contract TestDollar is ERC20, Eip3009, Nonces {
    enum PausableFeature {
        TRANSFER,
        MINT,
        BURN,
        SEIZE
    }

    PolicyRegistry public constant POLICY_REGISTRY = PolicyRegistry(0x8453000000000000000000000000000000000002);
    bytes32 public constant TRANSFER_SENDER_POLICY = keccak256("TRANSFER_SENDER_POLICY");
    bytes32 public constant TRANSFER_RECEIVER_POLICY = keccak256("TRANSFER_RECEIVER_POLICY");
    bytes32 public constant TRANSFER_EXECUTOR_POLICY = keccak256("TRANSFER_EXECUTOR_POLICY");
    bytes32 public constant MINT_RECEIVER_POLICY = keccak256("MINT_RECEIVER_POLICY");
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    uint256 public constant MINT_LIMIT = 1_000_000e6;

    /// May pause and set policies. Minting is everybody's.
    address public immutable administrator;

    mapping(bytes32 scope => uint64) public policyId;
    uint256 public pausedFeatures;

    event Memo(address indexed caller, bytes32 indexed memo);
    event Paused(address indexed updater, PausableFeature[] features);
    event Unpaused(address indexed updater, PausableFeature[] features);
    event PolicyUpdated(bytes32 indexed scope, uint64 oldPolicyId, uint64 newPolicyId);

    error Unauthorized();
    error ContractPaused(PausableFeature feature);
    error PolicyForbids(bytes32 scope, uint64 policyId);
    error UnsupportedPolicyType(bytes32 scope);
    error InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error InvalidReceiver(address receiver);

    constructor(address administrator_) ERC20("Test Dollar", "TUSD") EIP712("Test Dollar", "1") {
        administrator = administrator_;
    }

    modifier onlyAdministrator() {
        if (msg.sender != administrator) revert Unauthorized();
        _;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// The version in the EIP-712 domain.
    function version() external pure returns (string memory) {
        return "1";
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function mint(address to, uint256 amount) external {
        require(amount <= MINT_LIMIT, "mint too large");
        _requireNotPaused(PausableFeature.MINT);
        _requirePolicy(MINT_RECEIVER_POLICY, to);
        if (to == address(0)) revert InvalidReceiver(to);
        _mint(to, amount);
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        _requirePolicy(TRANSFER_EXECUTOR_POLICY, msg.sender);
        _spendAllowance(from, msg.sender, value);
        _move(from, to, value);
        return true;
    }

    function transferWithMemo(address to, uint256 amount, bytes32 memo) external returns (bool) {
        transfer(to, amount);
        emit Memo(msg.sender, memo);
        return true;
    }

    function transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo) external returns (bool) {
        transferFrom(from, to, amount);
        emit Memo(msg.sender, memo);
        return true;
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes memory signature) public {
        require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        bytes32 structHash = keccak256(
            abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline)
        );
        require(
            SignatureChecker.isValidSignatureNow(owner, _hashTypedDataV4(structHash), signature),
            "EIP2612: invalid signature"
        );
        _approve(owner, spender, value);
    }

    function isPaused(PausableFeature feature) public view returns (bool) {
        return pausedFeatures & (1 << uint8(feature)) != 0;
    }

    function pause(PausableFeature[] calldata features) external onlyAdministrator {
        for (uint256 i = 0; i < features.length; i++) pausedFeatures |= 1 << uint8(features[i]);
        emit Paused(msg.sender, features);
    }

    function unpause(PausableFeature[] calldata features) external onlyAdministrator {
        for (uint256 i = 0; i < features.length; i++) pausedFeatures &= ~(1 << uint8(features[i]));
        emit Unpaused(msg.sender, features);
    }

    function updatePolicy(bytes32 scope, uint64 newPolicyId) external onlyAdministrator {
        if (
            scope != TRANSFER_SENDER_POLICY &&
            scope != TRANSFER_RECEIVER_POLICY &&
            scope != TRANSFER_EXECUTOR_POLICY &&
            scope != MINT_RECEIVER_POLICY
        ) revert UnsupportedPolicyType(scope);
        if (!POLICY_REGISTRY.policyExists(newPolicyId)) revert PolicyRegistry.PolicyNotFound(newPolicyId);
        emit PolicyUpdated(scope, policyId[scope], newPolicyId);
        policyId[scope] = newPolicyId;
    }

    function _transferAuthorized(address from, address to, uint256 value) internal override {
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private {
        _requireNotPaused(PausableFeature.TRANSFER);
        _requirePolicy(TRANSFER_SENDER_POLICY, from);
        _requirePolicy(TRANSFER_RECEIVER_POLICY, to);
        if (to == address(0)) revert InvalidReceiver(to);
        uint256 balance = balanceOf(from);
        if (balance < value) revert InsufficientBalance(from, balance, value);
        _transfer(from, to, value);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 current = allowance(owner, spender);
        if (current < value) revert InsufficientAllowance(spender, current, value);
        super._spendAllowance(owner, spender, value);
    }

    function _requireNotPaused(PausableFeature feature) private view {
        if (isPaused(feature)) revert ContractPaused(feature);
    }

    function _requirePolicy(bytes32 scope, address account) private view {
        uint64 id = policyId[scope];
        if (id != 0 && !POLICY_REGISTRY.isAuthorized(id, account)) revert PolicyForbids(scope, id);
    }
}
