import { z } from 'zod';
import { agentRoles, roles, staffRoles, type RoleId } from '@crm/contracts/codes/roles.js';
import { newAccount, recordChange } from '@crm/contracts/http/agents.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { agents, guides, staff } from '@crm/contracts/resources/person.js';
import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { Source } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import { recordFrom } from '@crm/platform/resources/stored-record.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { createAgent } from './create-agent.js';
import { updateAgent } from './update-agent.js';

interface Accounts<F extends Fields> {
  /** Whose accounts it has. A new one is of the first, unless its role is among the fields. */
  roles: readonly [RoleId, ...RoleId[]];
  resource: AnyResource<F>;
}

/** The accounts of some roles as records: at a version of their own, which presence and work do not count up. */
const accountsOf = <F extends Fields>(
  { models }: AuthContext,
  { roles: among, resource }: Accounts<F>,
): Source<F, StoredUser> => ({
  resource,
  model: models.users,
  within: { role_id: among.length === 1 ? among[0] : { $in: among } },
  sortedBy: { fullname: 'fullname_lower', email: 'email_lower' },
  view: (user) =>
    recordFrom(resource, {
      id: user._id.toHexString(),
      version: user.account_version ?? 0,
      stored: { ...user, mailbox: user.email_credentials === undefined ? 0 : 1 },
    }),
});

const versioned = z.looseObject({ version: z.int() });

/** What is sent of a record, as the specification's calls have it: the parts of a mailbox are an object of their own there. */
const asCalled = (given: object) => ({ ...given, email_credentials: given });

/** The calls of a resource of accounts, on the use cases of the specification's own calls. */
function routesOf<F extends Fields>(ctx: AuthContext, accounts: Accounts<F>): Route[] {
  const [usual] = accounts.roles;
  const source = accountsOf(ctx, accounts);
  return resourceRoutes(source, {
    create: async (actor, given) =>
      source.view(await createAgent(ctx, actor, newAccount.parse({ role_id: usual, ...asCalled(given) }))),
    change: async (actor, id, change) => {
      const { version, ...given } = versioned.parse(change);
      const body = recordChange.parse(asCalled(given));
      return source.view(
        await updateAgent(ctx, actor, id, body, { roles: accounts.roles, version, given, view: source.view }),
      );
    },
  });
}

/** Agents, guides and staff as resources. */
export const accountRoutes = (ctx: AuthContext): Route[] => [
  ...routesOf(ctx, { roles: agentRoles, resource: agents }),
  ...routesOf(ctx, { roles: [roles.guide], resource: guides }),
  ...routesOf(ctx, { roles: staffRoles, resource: staff }),
];
