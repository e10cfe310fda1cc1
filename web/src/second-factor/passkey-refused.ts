/** Why the browser made or used no passkey: a key of the messages. */
export class PasskeyRefused extends Error {
  constructor(readonly reason: 'passkeyStopped' | 'passkeyThere') {
    super(reason);
    this.name = 'PasskeyRefused';
  }
}
