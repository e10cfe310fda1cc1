import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';
import type { confirmSignIn } from '@crm/contracts/http/second-factor.js';
import type { CallAnswer } from '../http/call-endpoint.js';

export interface SecondStepProps {
  step: SignInStep;
  /** The session of the answer begins. */
  onSignedIn: (answer: CallAnswer<typeof confirmSignIn>) => void;
  /** Back to the password. */
  onOver: () => void;
}
