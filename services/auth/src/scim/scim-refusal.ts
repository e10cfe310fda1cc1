import { scimSchemas, type scimError } from '@crm/contracts/http/scim.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import type { z } from 'zod';

/** What is wrong with a request, in the words of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness';

/** A refusal that SCIM has a type for. */
export class ScimRefusal extends AppError {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    super(scimType === 'uniqueness' ? 'already_exists' : 'invalid', detail);
    this.name = 'ScimRefusal';
    this.scimType = scimType;
  }
}

interface ScimAnswer {
  status: number;
  body: z.input<typeof scimError>;
}

/** The last admin who may sign in cannot be taken away (rule A37): neither banned nor given another role. */
const isOfLastAdmin = ({ details: { errors = {} } }: AppError) =>
  errors['banned'] !== undefined || errors['role_id'] !== undefined;

function statusAndType(error: AppError): { status: number; scimType?: ScimType } {
  if (error instanceof ScimRefusal)
    return { status: error.scimType === 'uniqueness' ? 409 : 400, scimType: error.scimType };
  if (error.code === 'already_exists') return { status: 409, scimType: 'uniqueness' };
  if (error.code !== 'invalid') return { status: error.httpStatus };
  return isOfLastAdmin(error)
    ? { status: 409, scimType: 'mutability' }
    : { status: 400, scimType: 'invalidValue' };
}

/** A refusal as SCIM answers it. */
export function scimAnswerOf(error: AppError): ScimAnswer {
  const { status, scimType } = statusAndType(error);
  return {
    status,
    body: {
      schemas: [scimSchemas.error],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: error.message,
    },
  };
}
