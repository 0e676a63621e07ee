// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Lists of accounts that a token may consult about its holders. Stands at the address of the chain's registry.
contract PolicyRegistry {
    enum PolicyType {
        BLOCKLIST,
        ALLOWLIST
    }

    struct Policy {
        address admin;
        PolicyType policyType;
    }

    mapping(uint64 policyId => Policy) private _policies;
    mapping(uint64 policyId => mapping(address account => bool)) private _members;
    uint64 private _lastPolicyId;

    event PolicyCreated(uint64 indexed policyId, address indexed creator, PolicyType policyType);
    event BlocklistUpdated(uint64 indexed policyId, address indexed updater, bool blocked, address[] accounts);
    event AllowlistUpdated(uint64 indexed policyId, address indexed updater, bool allowed, address[] accounts);

    error Unauthorized();
    error ZeroAddress();
    error PolicyNotFound(uint64 policyId);
    error IncompatiblePolicyType();

    function createPolicy(address admin, PolicyType policyType) external returns (uint64 newPolicyId) {
        if (admin == address(0)) revert ZeroAddress();
        newPolicyId = ++_lastPolicyId;
        _policies[newPolicyId] = Policy(admin, policyType);
        emit PolicyCreated(newPolicyId, msg.sender, policyType);
    }

    function updateBlocklist(uint64 policyId, bool blocked, address[] calldata accounts) external {
        _update(policyId, PolicyType.BLOCKLIST, blocked, accounts);
        emit BlocklistUpdated(policyId, msg.sender, blocked, accounts);
    }

    function updateAllowlist(uint64 policyId, bool allowed, address[] calldata accounts) external {
        _update(policyId, PolicyType.ALLOWLIST, allowed, accounts);
        emit AllowlistUpdated(policyId, msg.sender, allowed, accounts);
    }

    function policyExists(uint64 policyId) public view returns (bool) {
        return policyId == 0 || _policies[policyId].admin != address(0);
    }

    /// Never reverts. Policy 0 lets everyone pass, a policy that does not exist lets nobody pass.
    function isAuthorized(uint64 policyId, address account) external view returns (bool) {
        if (policyId == 0) return true;
        if (!policyExists(policyId)) return false;
        bool isMember = _members[policyId][account];
        return _policies[policyId].policyType == PolicyType.ALLOWLIST ? isMember : !isMember;
    }

    function _update(uint64 policyId, PolicyType policyType, bool isMember, address[] calldata accounts) private {
        Policy memory policy = _policies[policyId];
        if (policy.admin == address(0)) revert PolicyNotFound(policyId);
        if (policy.policyType != policyType) revert IncompatiblePolicyType();
        if (policy.admin != msg.sender) revert Unauthorized();
        for (uint256 i = 0; i < accounts.length; i++) _members[policyId][accounts[i]] = isMember;
    }
}
