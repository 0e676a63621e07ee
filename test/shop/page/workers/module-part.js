export const part = 'part of a module'
