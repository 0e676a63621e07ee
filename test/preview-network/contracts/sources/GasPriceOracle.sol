// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What it costs to publish a transaction to layer 1, by the Fjord formula of the OP stack, with prices that never
/// change so that a test can name the wei.
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
    uint256 private constant HASH_SLOTS = 8192;
    uint256 private constant FARTHEST_MATCH = 8192;

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

    /// Length after FastLZ, level 1: repeated sequences of three bytes and more are copied from up to 8 KiB back.
    function _compressedSize(bytes memory data) private pure returns (uint256 size) {
        uint256 limit = data.length < 13 ? 0 : data.length - 13;
        uint256[] memory seenAt = new uint256[](HASH_SLOTS);
        uint256 index = 2;
        uint256 anchor = 0;
        while (index < limit) {
            (uint256 found, uint256 earlier) = _nextMatch(data, seenAt, index, limit);
            if (found >= limit) break;
            size += _literals(found - anchor);
            uint256 length = _matchLength(data, earlier + 3, found + 3, limit + 9);
            size += _copy(length);
            index = found + length;
            for (uint256 step = 0; step < 2; step++) {
                seenAt[_slot(_three(data, index))] = index;
                index += 1;
            }
            anchor = index;
        }
        size += _literals(data.length - anchor);
    }

    function _nextMatch(
        bytes memory data,
        uint256[] memory seenAt,
        uint256 index,
        uint256 limit
    ) private pure returns (uint256, uint256) {
        for (; index < limit; index++) {
            uint256 sequence = _three(data, index);
            uint256 slot = _slot(sequence);
            uint256 earlier = seenAt[slot];
            seenAt[slot] = index;
            if (index - earlier < FARTHEST_MATCH && sequence == _three(data, earlier)) return (index, earlier);
        }
        return (limit, 0);
    }

    /// Counts the first byte that differs too, as the compressor does.
    function _matchLength(
        bytes memory data,
        uint256 from,
        uint256 to,
        uint256 end
    ) private pure returns (uint256) {
        uint256 longest = end > to ? end - to : 0;
        for (uint256 length = 0; length < longest; length++) {
            if (data[from + length] != data[to + length]) return length + 1;
        }
        return longest;
    }

    /// A run of literals takes one byte of command for every 32 of them.
    function _literals(uint256 count) private pure returns (uint256) {
        uint256 rest = count % 32;
        return 33 * (count / 32) + (rest == 0 ? 0 : rest + 1);
    }

    function _copy(uint256 length) private pure returns (uint256) {
        uint256 rest = length - 1;
        return 3 * (rest / 262) + (rest % 262 >= 6 ? 3 : 2);
    }

    function _three(bytes memory data, uint256 index) private pure returns (uint256) {
        return uint8(data[index]) | (uint256(uint8(data[index + 1])) << 8) | (uint256(uint8(data[index + 2])) << 16);
    }

    function _slot(uint256 sequence) private pure returns (uint256) {
        return ((sequence * 2_654_435_769) >> 19) & (HASH_SLOTS - 1);
    }
}
