/** Whether this browser makes passkeys for this address: it knows how to, and the site has a name. */
export const canHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname);
