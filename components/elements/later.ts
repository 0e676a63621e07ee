/** The elements of later screens. From the index they would come into the first file of every page. */

export { AddressField } from './AddressField'
export { AddressText } from './AddressText'
export { AmountField } from './AmountField'
export {
  type AddressEntry,
  type Here,
  readAddress,
  useAddressEntry,
  useAnyAddressEntry,
  useHere,
} from './address-entry'
export { type AmountEntry, type AmountUnit, readAmount, useAmountEntry } from './amount-entry'
export { CopyButton } from './CopyButton'
export { DangerAction } from './DangerAction'
export { FileButton } from './FileButton'
export { Row, Rows } from './Row'
export { ScreenHead } from './ScreenHead'
export { Segments } from './Segments'
export { Select, SelectField } from './Select'
export { Setting, Switch } from './Setting'
export { TextField, type TextFieldProps } from './TextField'
export { VisibleText } from './VisibleText'
