// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What the sequencer says of layer 1 in the deposit that opens every block (OP stack, Isthmus). The EVM of the OP stack
/// reads its prices from this very storage, so the first slots are those of the OP stack. The functions answer from copies:
/// the gateway sets what the EVM reads to nothing for calls, so that who has no money can ask too.
contract L1Block {
    address public constant DEPOSITOR_ACCOUNT = 0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001;
    string public constant version = "1.6.1";

    uint64 public number;
    /// Unix seconds.
    uint64 public timestamp;
    uint256 private chargedBasefee;
    bytes32 public hash;
    uint64 private chargedSequenceNumber;
    uint32 private chargedBlobBaseFeeScalar;
    uint32 private chargedBaseFeeScalar;
    bytes32 public batcherHash;
    /// Of the time before Ecotone, and never used.
    uint256 public l1FeeOverhead;
    uint256 public l1FeeScalar;
    uint256 private chargedBlobBaseFee;
    uint64 private chargedOperatorFeeConstant;
    uint32 private chargedOperatorFeeScalar;

    /// wei per gas
    uint256 public basefee;
    /// wei per blob gas
    uint256 public blobBaseFee;
    uint32 public baseFeeScalar;
    uint32 public blobBaseFeeScalar;
    /// How many blocks before this one belong to the same block of layer 1.
    uint64 public sequenceNumber;
    uint32 public operatorFeeScalar;
    uint64 public operatorFeeConstant;

    error NotDepositor();

    /// The values follow the selector, packed.
    function setL1BlockValuesIsthmus() external {
        if (msg.sender != DEPOSITOR_ACCOUNT) revert NotDepositor();
        bytes calldata data = msg.data[4:];
        baseFeeScalar = chargedBaseFeeScalar = uint32(bytes4(data[0:4]));
        blobBaseFeeScalar = chargedBlobBaseFeeScalar = uint32(bytes4(data[4:8]));
        sequenceNumber = chargedSequenceNumber = uint64(bytes8(data[8:16]));
        timestamp = uint64(bytes8(data[16:24]));
        number = uint64(bytes8(data[24:32]));
        basefee = chargedBasefee = uint256(bytes32(data[32:64]));
        blobBaseFee = chargedBlobBaseFee = uint256(bytes32(data[64:96]));
        hash = bytes32(data[96:128]);
        batcherHash = bytes32(data[128:160]);
        operatorFeeScalar = chargedOperatorFeeScalar = uint32(bytes4(data[160:164]));
        operatorFeeConstant = chargedOperatorFeeConstant = uint64(bytes8(data[164:172]));
    }

    /// The network's currency is ether.
    function isCustomGasToken() external pure returns (bool) {
        return false;
    }

    function gasPayingToken() external pure returns (address, uint8) {
        return (0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 18);
    }

    function gasPayingTokenName() external pure returns (string memory) {
        return "Ether";
    }

    function gasPayingTokenSymbol() external pure returns (string memory) {
        return "ETH";
    }
}
