// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What it costs to publish a transaction to layer 1, by the Fjord formula of the OP stack, with prices that never
/// change so that a test can name the wei. Compression is estimated (runs of zeros cost next to nothing).
contract GasPriceOracle {
    uint256 public constant l1BaseFee = 113_098_607;
    uint256 public constant blobBaseFee = 5_777_253;
    uint32 public constant baseFeeScalar = 2_269;
    uint32 public constant blobBaseFeeScalar = 1_055_762;
    uint32 public constant operatorFeeScalar = 1_000;
    uint64 public constant operatorFeeConstant = 10_000;
    uint256 public constant decimals = 6;
    bool public constant isEcotone = true;
    bool public constant isFjord = true;
    bool public constant isIsthmus = true;
    string public constant version = "1.4.0";

    /// What a signature adds to an unsigned transaction.
    uint256 private constant SIGNATURE_SIZE = 68;

    /// @param unsignedTransaction RLP of the unsigned transaction
    /// @return wei
    function getL1Fee(bytes memory unsignedTransaction) external pure returns (uint256) {
        return _fee(_compressedSize(unsignedTransaction) + SIGNATURE_SIZE);
    }

    /// @param unsignedSize length in bytes of the RLP of the unsigned transaction
    /// @return wei, never less than the fee of any transaction of that size
    function getL1FeeUpperBound(uint256 unsignedSize) external pure returns (uint256) {
        uint256 size = unsignedSize + SIGNATURE_SIZE;
        return _fee(size + size / 255 + 16);
    }

    /// @return wei
    function getOperatorFee(uint256 gasUsed) external pure returns (uint256) {
        return (gasUsed * operatorFeeScalar) / 1e6 + operatorFeeConstant;
    }

    function _fee(uint256 compressedSize) private pure returns (uint256) {
        uint256 scaled = uint256(baseFeeScalar) * l1BaseFee * 16 + uint256(blobBaseFeeScalar) * blobBaseFee;
        int256 estimate = -42_585_600 + 836_500 * int256(compressedSize);
        uint256 size = estimate < 100_000_000 ? 100_000_000 : uint256(estimate);
        return (size * scaled) / 1e12;
    }

    /// Every byte counts one, a run of zeros counts two.
    function _compressedSize(bytes memory data) private pure returns (uint256 size) {
        uint256 run = 0;
        for (uint256 i = 0; i < data.length; i++) {
            if (data[i] != 0) {
                size += 1;
                run = 0;
            } else if (run < 2) {
                size += 1;
                run += 1;
            }
        }
    }
}
