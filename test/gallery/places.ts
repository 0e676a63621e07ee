/** Places that steps name where a test id would say less. */
export const places: Readonly<Record<string, string>> = {
  alert: '[role=alert]:not(:empty)',
  arrival: '[data-testid=arrival-row] button',
  armed: '[data-armed=true]',
  'by-endpoint': '.segment:has([value=endpoint])',
  fee: '.fee summary',
  menu: '[popovertarget=menu]',
  probe: '.probe',
  'raw-last': '.raw > :last-child dd',
  'transaction-row': '.transaction-open',
}
