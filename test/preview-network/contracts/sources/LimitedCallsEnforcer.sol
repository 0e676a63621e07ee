// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ICaveatEnforcer} from "./DelegationManager.sol";

/// A delegation may be redeemed as often as its terms, a uint256, say.
contract LimitedCallsEnforcer is ICaveatEnforcer {
    mapping(address delegationManager => mapping(bytes32 delegationHash => uint256)) public callCounts;

    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32 delegationHash,
        address,
        address
    ) external {
        uint256 count = ++callCounts[msg.sender][delegationHash];
        require(count <= abi.decode(terms, (uint256)), "LimitedCallsEnforcer:limit-exceeded");
    }

    function beforeAllHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external {}

    function afterHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external {}

    function afterAllHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external {}
}
