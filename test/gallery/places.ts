/** Places that steps name where a test id would say less. */
export const places: Readonly<Record<string, string>> = {
  alert: '[role=alert]:not(:empty)',
  arrival: '[data-testid=arrival-row] button',
  armed: '[data-armed=true]',
  'by-endpoint': '.segment:has([value=endpoint])',
  'by-shares': '.segment:has([value=shares])',
  'dialog-submit': 'dialog form button[type=submit]',
  fee: '.fee summary',
  'first-found': '[data-testid=network-found] button',
  'last-endpoint': '.endpoint-fields:last-of-type [data-testid=endpoint-http]',
  'last-entry': '.panel-list > li:last-child summary',
  menu: '[popovertarget=menu]',
  'pay-regularly': '.segment:has([value=regularly])',
  probe: '.probe',
  'raw-last': '.raw > :last-child dd',
  'sent-entry': '.panel-list > li:nth-child(7) summary',
  'transaction-row': '.transaction-open',
}
