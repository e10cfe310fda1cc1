/** Who a connection is: nobody until it has proved that it knows the password, where the store asks for one. */
import { StoreError } from '../values/errors.js';
import { authenticationFailed, Conversation, MECHANISM, type Verifier } from './scram.js';

export interface Step {
  conversationId: number;
  done: boolean;
  payload: string;
}

/** Each connection has one conversation at a time. */
const CONVERSATION = 1;

export class Authentication {
  private conversation: Conversation | undefined;
  /** The client leaves the empty last exchange out. */
  private isShort = false;
  private isProved: boolean;

  /** Without a verifier everybody may do everything. */
  constructor(private readonly verifier: Verifier | undefined) {
    this.isProved = verifier === undefined;
  }

  /** The user that this connection proved to be; undefined for nobody. */
  get user(): string | undefined {
    return this.isProved ? this.verifier?.user : undefined;
  }

  /** Throws Unauthorized. */
  require(command: string): void {
    if (!this.isProved) {
      throw new StoreError('Unauthorized', `Command ${command} requires authentication`);
    }
  }

  /** Throws AuthenticationFailed, or MechanismUnavailable. */
  start(mechanism: string, firstMessage: string, isShort: boolean): Step {
    this.conversation = undefined;
    if (mechanism !== MECHANISM) {
      throw new StoreError(
        'MechanismUnavailable',
        `Received authentication for mechanism ${mechanism} which is not enabled`,
      );
    }
    if (this.verifier === undefined) throw authenticationFailed();
    this.isProved = false;
    this.isShort = isShort;
    this.conversation = new Conversation(this.verifier, firstMessage);
    return { conversationId: CONVERSATION, done: false, payload: this.conversation.challenge };
  }

  /** Throws AuthenticationFailed; the conversation is over then. */
  continue(conversationId: number, message: string): Step {
    if (conversationId !== CONVERSATION) throw authenticationFailed();
    if (this.isProved && message === '') return { conversationId, done: true, payload: '' };
    const { conversation } = this;
    this.conversation = undefined;
    if (conversation === undefined) throw authenticationFailed();
    const payload = conversation.prove(message);
    this.isProved = true;
    return { conversationId, done: this.isShort, payload };
  }

  end(): void {
    this.conversation = undefined;
    this.isProved = this.verifier === undefined;
  }
}
