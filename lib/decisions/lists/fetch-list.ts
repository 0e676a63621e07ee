import { Failure } from '@/lib/base/failure'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Door } from '@/lib/chain/rpc/door'
import type { ListRecord } from '@/lib/storage/records'
import { kinds } from './read-list'

/** The whole download, from the first byte to the last. */
export const timeoutMs = 90_000

export interface FetchedList {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  lastModified: string | null
}

/**
 * Fetches a list, if it has changed.
 * @returns `null` if the server says that it is still the same
 * @throws Failure `list-unreachable`, `list-too-slow`, `list-too-large` {megabytes}, `list-moved`, `list-refused`
 * {status}
 */
export async function fetchList(
  door: Pick<Door, 'download'>,
  list: Pick<ListRecord, 'kind' | 'etag' | 'lastModified'> & { url: string },
): Promise<FetchedList | null> {
  const { megabytes } = kinds[list.kind]
  const download = await door
    .download(list.url, {
      method: 'GET',
      headers: {
        ...(list.etag === null ? {} : { 'if-none-match': list.etag }),
        ...(list.lastModified === null ? {} : { 'if-modified-since': list.lastModified }),
      },
      timeoutMs,
      maxBytes: megabytes * 1_000_000,
    })
    .catch((cause: unknown) => {
      const isLate = cause instanceof RpcError && cause.kind === 'timeout'
      throw new Failure(isLate ? 'list-too-slow' : 'list-unreachable', {}, { cause })
    })
  if (download.kind === 'moved') throw new Failure('list-moved')
  if (download.kind === 'too-large') throw new Failure('list-too-large', { megabytes })
  const { status, headers, bytes } = download
  if (status === 304) return null
  if (status !== 200) throw new Failure('list-refused', { status })
  return { bytes, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}
