// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// Code that an account may delegate to (EIP-7702): its own key stays the owner, and may let contracts act for it.
contract SmartAccount is IERC1271 {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// @custom:storage-location erc7201:preview.smart-account
    struct Storage {
        mapping(address => bool) isOwner;
    }

    event AddOwner(address indexed owner);
    event RemoveOwner(address indexed owner);

    error Unauthorized();
    error UnsupportedMode(bytes32 mode);

    modifier onlyOwner() {
        if (!isOwnerAddress(msg.sender)) revert Unauthorized();
        _;
    }

    receive() external payable {}

    function isOwnerAddress(address account) public view returns (bool) {
        return account == address(this) || _storage().isOwner[account];
    }

    function addOwnerAddress(address owner) external onlyOwner {
        _storage().isOwner[owner] = true;
        emit AddOwner(owner);
    }

    function removeOwnerAddress(address owner) external onlyOwner {
        _storage().isOwner[owner] = false;
        emit RemoveOwner(owner);
    }

    function execute(address target, uint256 value, bytes calldata data) external payable onlyOwner {
        _call(target, value, data);
    }

    function executeBatch(Call[] calldata calls) external payable onlyOwner {
        for (uint256 i = 0; i < calls.length; i++) _call(calls[i].target, calls[i].value, calls[i].data);
    }

    /// ERC-7579 (Execution Behavior): a single call that reverts as a whole (mode zero). Target (20 bytes), value (32 bytes) and data are packed.
    function executeFromExecutor(
        bytes32 mode,
        bytes calldata execution
    ) external payable onlyOwner returns (bytes[] memory results) {
        if (mode != 0) revert UnsupportedMode(mode);
        results = new bytes[](1);
        results[0] = _call(address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]);
    }

    /// Accepts the plain signature of the account's own key.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, signature);
        bool isOwn = failure == ECDSA.RecoverError.NoError && signer == address(this);
        return isOwn ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function _call(address target, uint256 value, bytes calldata data) private returns (bytes memory) {
        (bool success, bytes memory result) = target.call{value: value}(data);
        if (success) return result;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }

    function _storage() private pure returns (Storage storage store) {
        // keccak256(abi.encode(uint256(keccak256("preview.smart-account")) - 1)) & ~bytes32(uint256(0xff))
        assembly ("memory-safe") {
            store.slot := 0x69c1225af7d081c95e6657026c5ed2704b4cb61ce16fd4e2adb014ad038b1900
        }
    }
}
