/** An error of JSON-RPC 2.0, on its way to a client. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message = 'Invalid params') => new RpcError(-32602, message)
export const methodNotFound = () => new RpcError(-32601, 'Method not found')
