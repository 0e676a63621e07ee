import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The test files that took more than eight seconds on a quiet machine, the longest first: they mostly wait for
 * blocks. A run ends with the file that was begun last, if that one is long.
 */
const longest = [
  'lib/activity/sending/hostile-endpoint',
  'lib/chain/watching/watcher',
  'lib/chain/watching/fast-chains',
  'lib/activity/past/past',
  'test/preview-network/conformance/lifetime',
  'test/preview-network/conformance/subscriptions',
  'test/preview-network/conformance/sync-send',
  'test/preview-network/explorer/explorer',
  'lib/provider/published-libraries',
  'test/shop/merchant-flows',
  'lib/chain/watching/node-behind',
  'lib/activity/sending/socket-of-a-liar',
  'test/preview-network/conformance/clock',
  'lib/activity/sending/batch',
  'lib/activity/sending/chain-as-judge',
  'lib/chain/shared/commitments',
  'lib/chain/rpc/socket',
  'lib/activity/arrivals/arrivals',
  'test/preview-network/conformance/mini-blocks',
  'lib/keys/shared/devices/ur/ur',
  'lib/activity/sending/batch-support',
  'lib/activity/sending/taken',
  'lib/activity/sending/full-disk',
].map(file => `/${file}.test.ts`)

/** A clone that was never tested has no times of its own files: vitest would begin with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex(file => moduleId.endsWith(file))
      return found === -1 ? longest.length : found
    }
    // Files of one project stay together: they share processes.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap(name =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => place(a) - place(b)),
    )
  }
}
