/** What stands where a secret stood. The same in addresses, headers, JSON and XML: no format has to escape it. */
export const masked = '***';
