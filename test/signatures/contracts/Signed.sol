// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {ERC2771Forwarder} from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Context} from "@openzeppelin/contracts/utils/Context.sol";

/// OpenZeppelin's own, under names that the compiler's output has.
contract Forwarder is ERC2771Forwarder("Forwarder") {}

contract Proxy is ERC1967Proxy {
    constructor(address code, bytes memory data) ERC1967Proxy(code, data) {}
}

/// A token that obeys the forwarder (ERC-2771).
contract Relayed is ERC20("Relayed", "RLY"), ERC2771Context {
    constructor(address forwarder) ERC2771Context(forwarder) {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _msgSender() internal view override(Context, ERC2771Context) returns (address) {
        return ERC2771Context._msgSender();
    }

    function _msgData() internal view override(Context, ERC2771Context) returns (bytes calldata) {
        return ERC2771Context._msgData();
    }

    function _contextSuffixLength() internal view override(Context, ERC2771Context) returns (uint256) {
        return ERC2771Context._contextSuffixLength();
    }
}

// The contracts below are written after the authors' sources: no package on npm carries their code.

/// DAI's permit.
contract Dai is ERC20("Dai", "DAI"), EIP712("Dai", "1") {
    bytes32 private constant TYPE =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
    mapping(address => uint256) public nonces;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(TYPE, holder, spender, nonce, expiry, allowed)));
        require(holder == ECDSA.recover(digest, v, r, s), "Dai/invalid-permit");
        require(expiry == 0 || block.timestamp <= expiry, "Dai/permit-expired");
        require(nonce == nonces[holder]++, "Dai/invalid-nonce");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
    }
}

/// Native meta-transactions, as Biconomy's and Polygon's tokens have them: the domain has a salt in place of a chain id.
contract NativeMeta is ERC20("NativeMeta", "NMT") {
    bytes32 private constant TYPE =
        keccak256("MetaTransaction(uint256 nonce,address from,bytes functionSignature)");
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,address verifyingContract,bytes32 salt)");
    mapping(address => uint256) public nonces;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function executeMetaTransaction(address from, bytes memory functionSignature, bytes32 r, bytes32 s, uint8 v)
        external
    {
        bytes32 separator = keccak256(
            abi.encode(DOMAIN, keccak256("NativeMeta"), keccak256("1"), address(this), bytes32(block.chainid))
        );
        bytes32 content = keccak256(abi.encode(TYPE, nonces[from]++, from, keccak256(functionSignature)));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", separator, content));
        require(from == ECDSA.recover(digest, v, r, s), "Signer and signature do not match");
        (bool done,) = address(this).call(abi.encodePacked(functionSignature, from));
        require(done, "Function call not successful");
    }

    function _msgSender() internal view override returns (address sender) {
        if (msg.sender != address(this)) return msg.sender;
        assembly {
            sender := shr(96, calldataload(sub(calldatasize(), 20)))
        }
    }
}

/// Uniswap v4's positions: permission for all of them.
contract Positions is ERC721("Positions", "POS"), EIP712("Positions", "1") {
    bytes32 private constant TYPE =
        keccak256("PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)");
    mapping(address owner => mapping(uint256 nonce => bool)) public used;

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function permitForAll(
        address owner,
        address operator,
        bool approved,
        uint256 deadline,
        uint256 nonce,
        bytes calldata signature
    ) external {
        require(block.timestamp <= deadline, "SignatureDeadlineExpired");
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(TYPE, operator, approved, nonce, deadline)));
        require(owner == ECDSA.recover(digest, signature), "InvalidSigner");
        require(!used[owner][nonce], "NonceAlreadyUsed");
        used[owner][nonce] = true;
        _setApprovalForAll(owner, operator, approved);
    }
}

/// Aave's debt tokens, Morpho Blue and Compound III: who may borrow for an account, and who may act for it.
contract Lending is EIP712("Lending", "1") {
    bytes32 private constant DELEGATION =
        keccak256("DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant MORPHO = keccak256(
        "Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant COMET =
        keccak256("Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)");
    mapping(address => uint256) public nonces;
    mapping(address => mapping(address => uint256)) public borrowAllowance;
    mapping(address => mapping(address => bool)) public isAllowed;

    function delegationWithSig(address delegator, address delegatee, uint256 value, uint256 deadline, bytes calldata sig)
        external
    {
        check(delegator, deadline, keccak256(abi.encode(DELEGATION, delegatee, value, nonces[delegator]++, deadline)), sig);
        borrowAllowance[delegator][delegatee] = value;
    }

    function setAuthorizationWithSig(address authorizer, address authorized, bool given, uint256 deadline, bytes calldata sig)
        external
    {
        check(
            authorizer,
            deadline,
            keccak256(abi.encode(MORPHO, authorizer, authorized, given, nonces[authorizer]++, deadline)),
            sig
        );
        isAllowed[authorizer][authorized] = given;
    }

    function allowBySig(address owner, address manager, bool given, uint256 expiry, bytes calldata sig) external {
        check(owner, expiry, keccak256(abi.encode(COMET, owner, manager, given, nonces[owner]++, expiry)), sig);
        isAllowed[owner][manager] = given;
    }

    function check(address signer, uint256 deadline, bytes32 content, bytes calldata signature) private view {
        require(block.timestamp <= deadline, "expired");
        require(signer == ECDSA.recover(_hashTypedDataV4(content), signature), "bad signature");
    }
}
