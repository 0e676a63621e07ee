/** How a host borrows the name of a protected one. */
export interface Imitation {
  known: string
  /** `alike`: it is drawn alike or differs by one slip. `name`: it contains the name. */
  by: 'alike' | 'name'
  /** False where an honest site may have such a name too. */
  isSure: boolean
}

/** `sure`: the two hosts look alike. Otherwise they differ in one letter. */
export interface LookAlike {
  known: string
  sure: boolean
}
