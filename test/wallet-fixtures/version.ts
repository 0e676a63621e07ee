/** Version of these fixtures, and of the extension that they drive. */
export const version = '0.1.0'
