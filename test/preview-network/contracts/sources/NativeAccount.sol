// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What an account has for its code while a transaction of type 0x79 (EIP-8130) is executed: it makes its own calls.
contract NativeAccount {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    modifier onlySelf() {
        require(msg.sender == address(this));
        _;
    }

    receive() external payable {}

    /// An account without code takes any call.
    fallback() external payable {}

    /// Each phase happens as a whole or not at all, and none after one that failed.
    /// @return statuses a byte for each phase: 1 where it happened
    function runPhases(Call[][] calldata phases) external onlySelf returns (bytes memory statuses) {
        statuses = new bytes(phases.length);
        for (uint256 i = 0; i < phases.length; i++) {
            try this.executeBatch(phases[i]) {
                statuses[i] = 0x01;
            } catch {
                break;
            }
        }
    }

    /// The older layout moves value by this alone: its calls have none.
    function executeBatch(Call[] calldata calls) external onlySelf {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone, ) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            require(isDone);
        }
    }
}
