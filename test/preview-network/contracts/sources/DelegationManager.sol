// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// What a caveat is checked by, before and after: all of a redemption, and its own execution.
interface ICaveatEnforcer {
    function beforeAllHook(
        bytes calldata terms,
        bytes calldata args,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    function beforeHook(
        bytes calldata terms,
        bytes calldata args,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    function afterHook(
        bytes calldata terms,
        bytes calldata args,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    function afterAllHook(
        bytes calldata terms,
        bytes calldata args,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;
}

/// Lets a delegate act as a smart account that has this contract among its owners, within caveats, until the delegator
/// takes it back (ERC-7710). Nobody can pause this one.
contract DelegationManager is EIP712 {
    struct Caveat {
        address enforcer;
        bytes terms;
        /// Chosen by whoever redeems, so no part of the hash.
        bytes args;
    }

    struct Delegation {
        address delegate;
        address delegator;
        bytes32 authority;
        Caveat[] caveats;
        uint256 salt;
        bytes signature;
    }

    /// One execution and the delegations that allow it, leaf to root.
    struct Redemption {
        Delegation[] delegations;
        bytes32[] hashes;
        bytes32 mode;
        bytes execution;
    }

    bytes32 public constant ROOT_AUTHORITY = bytes32(type(uint256).max);
    /// Whoever wants to.
    address public constant ANY_DELEGATE = address(0xa11);
    bytes32 private constant DELEGATION_TYPEHASH =
        keccak256(
            "Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)"
        );
    bytes32 private constant CAVEAT_TYPEHASH = keccak256("Caveat(address enforcer,bytes terms)");

    mapping(bytes32 delegationHash => bool) public disabledDelegations;

    event DisabledDelegation(
        bytes32 indexed delegationHash,
        address indexed delegator,
        address indexed delegate,
        Delegation delegation
    );
    event EnabledDelegation(
        bytes32 indexed delegationHash,
        address indexed delegator,
        address indexed delegate,
        Delegation delegation
    );
    event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, Delegation delegation);

    error AlreadyDisabled();
    error AlreadyEnabled();
    error BatchDataLengthMismatch();
    error CannotUseADisabledDelegation();
    error InvalidAuthority();
    error InvalidDelegate();
    error InvalidDelegator();
    error InvalidEOASignature();
    error InvalidERC1271Signature();

    constructor() EIP712("DelegationManager", "1") {}

    modifier onlyDelegator(Delegation calldata delegation) {
        if (msg.sender != delegation.delegator) revert InvalidDelegator();
        _;
    }

    function disableDelegation(Delegation calldata delegation) external onlyDelegator(delegation) {
        bytes32 hash = getDelegationHash(delegation);
        if (disabledDelegations[hash]) revert AlreadyDisabled();
        disabledDelegations[hash] = true;
        emit DisabledDelegation(hash, delegation.delegator, delegation.delegate, delegation);
    }

    function enableDelegation(Delegation calldata delegation) external onlyDelegator(delegation) {
        bytes32 hash = getDelegationHash(delegation);
        if (!disabledDelegations[hash]) revert AlreadyEnabled();
        disabledDelegations[hash] = false;
        emit EnabledDelegation(hash, delegation.delegator, delegation.delegate, delegation);
    }

    /// @param permissionContexts each an encoded Delegation[], leaf to root; an empty one is the sender's own authority
    /// @param modes and executions as ERC-7579 encodes them
    function redeemDelegations(
        bytes[] calldata permissionContexts,
        bytes32[] calldata modes,
        bytes[] calldata executions
    ) external {
        if (permissionContexts.length != modes.length || permissionContexts.length != executions.length)
            revert BatchDataLengthMismatch();
        Redemption[] memory batch = new Redemption[](permissionContexts.length);
        for (uint256 i = 0; i < batch.length; i++) {
            batch[i].delegations = abi.decode(permissionContexts[i], (Delegation[]));
            batch[i].mode = modes[i];
            batch[i].execution = executions[i];
            _check(batch[i]);
        }
        for (uint256 i = 0; i < batch.length; i++) _ask(ICaveatEnforcer.beforeAllHook.selector, batch[i], false);
        for (uint256 i = 0; i < batch.length; i++) {
            _ask(ICaveatEnforcer.beforeHook.selector, batch[i], false);
            _root(batch[i]).executeFromExecutor(batch[i].mode, batch[i].execution);
            _ask(ICaveatEnforcer.afterHook.selector, batch[i], true);
        }
        for (uint256 i = 0; i < batch.length; i++) _ask(ICaveatEnforcer.afterAllHook.selector, batch[i], true);
        for (uint256 i = 0; i < batch.length; i++) {
            Delegation[] memory delegations = batch[i].delegations;
            for (uint256 j = 0; j < delegations.length; j++)
                emit RedeemedDelegation(address(_root(batch[i])), msg.sender, delegations[j]);
        }
    }

    function getDelegationHash(Delegation memory delegation) public pure returns (bytes32) {
        bytes32[] memory caveats = new bytes32[](delegation.caveats.length);
        for (uint256 i = 0; i < caveats.length; i++) {
            Caveat memory caveat = delegation.caveats[i];
            caveats[i] = keccak256(abi.encode(CAVEAT_TYPEHASH, caveat.enforcer, keccak256(caveat.terms)));
        }
        return
            keccak256(
                abi.encode(
                    DELEGATION_TYPEHASH,
                    delegation.delegate,
                    delegation.delegator,
                    delegation.authority,
                    keccak256(abi.encodePacked(caveats)),
                    delegation.salt
                )
            );
    }

    function getDomainHash() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// Signatures first, then the chain of authority, each from the leaf to the root.
    function _check(Redemption memory redemption) private view {
        Delegation[] memory delegations = redemption.delegations;
        if (delegations.length == 0) return;
        if (delegations[0].delegate != msg.sender && delegations[0].delegate != ANY_DELEGATE) revert InvalidDelegate();
        bytes32[] memory hashes = new bytes32[](delegations.length);
        for (uint256 i = 0; i < hashes.length; i++) {
            hashes[i] = getDelegationHash(delegations[i]);
            _requireSignature(delegations[i].delegator, _hashTypedDataV4(hashes[i]), delegations[i].signature);
        }
        for (uint256 i = 0; i < hashes.length; i++) {
            if (disabledDelegations[hashes[i]]) revert CannotUseADisabledDelegation();
            bool isRoot = i == hashes.length - 1;
            if (delegations[i].authority != (isRoot ? ROOT_AUTHORITY : hashes[i + 1])) revert InvalidAuthority();
            if (isRoot) continue;
            address next = delegations[i + 1].delegate;
            if (next != ANY_DELEGATE && next != delegations[i].delegator) revert InvalidDelegate();
        }
        redemption.hashes = hashes;
    }

    function _requireSignature(address delegator, bytes32 digest, bytes memory signature) private view {
        if (delegator.code.length == 0) {
            if (ECDSA.recover(digest, signature) != delegator) revert InvalidEOASignature();
        } else if (IERC1271(delegator).isValidSignature(digest, signature) != IERC1271.isValidSignature.selector) {
            revert InvalidERC1271Signature();
        }
    }

    /// Every caveat of every delegation; an enforcer that is not there refuses.
    function _ask(bytes4 hook, Redemption memory redemption, bool isFromRoot) private {
        uint256 count = redemption.delegations.length;
        for (uint256 i = 0; i < count; i++) {
            uint256 index = isFromRoot ? count - 1 - i : i;
            Delegation memory delegation = redemption.delegations[index];
            uint256 caveats = delegation.caveats.length;
            for (uint256 j = 0; j < caveats; j++) {
                Caveat memory caveat = delegation.caveats[isFromRoot ? caveats - 1 - j : j];
                Address.functionCall(
                    caveat.enforcer,
                    abi.encodeWithSelector(
                        hook,
                        caveat.terms,
                        caveat.args,
                        redemption.mode,
                        redemption.execution,
                        redemption.hashes[index],
                        delegation.delegator,
                        msg.sender
                    )
                );
            }
        }
    }

    /// Whose account acts.
    function _root(Redemption memory redemption) private view returns (SmartAccount) {
        uint256 count = redemption.delegations.length;
        return SmartAccount(payable(count == 0 ? msg.sender : redemption.delegations[count - 1].delegator));
    }
}
