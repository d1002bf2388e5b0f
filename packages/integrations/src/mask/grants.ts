/** Names beside which a `code` is that of a grant of OAuth, and so a secret for as long as it is not redeemed. */
const besideCode = /^(?:grant[_-]?type|redirect[_-]?uri|code[_-]?verifier|client[_-]?secret)$/i;

/** In an address that a provider of OAuth redirects to. */
const besideCodeInAddress = /^(?:state|session_state|iss)$/i;

export function isOfGrant(name: string): boolean {
  return besideCode.test(name);
}

export function isOfGrantInAddress(name: string): boolean {
  return besideCodeInAddress.test(name) || isOfGrant(name);
}
