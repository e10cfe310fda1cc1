import { z } from 'zod';
import type { RoleId } from '@crm/contracts/codes/roles.js';
import { accountChange, newAccount } from '@crm/contracts/http/agents.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { agents, guides } from '@crm/contracts/resources/person.js';
import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { Source } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import { recordFrom } from '@crm/platform/resources/stored-record.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { createAgent } from './create-agent.js';
import { updateAgent } from './update-agent.js';

interface Accounts<F extends Fields> {
  role: Exclude<RoleId, typeof roles.admin>;
  resource: AnyResource<F>;
}

/** The accounts of a role as records: at a version of their own, which presence and work do not count up. */
const accountsOf = <F extends Fields>(
  { models }: AuthContext,
  { role, resource }: Accounts<F>,
): Source<F, StoredUser> => ({
  resource,
  model: models.users,
  within: { role_id: role },
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
const asCalled = (role: RoleId, given: object) => ({ ...given, role_id: role, email_credentials: given });

/** The calls of a resource of accounts, on the use cases of the specification's own calls. */
function routesOf<F extends Fields>(ctx: AuthContext, accounts: Accounts<F>): Route[] {
  const { role } = accounts;
  const source = accountsOf(ctx, accounts);
  return resourceRoutes(source, {
    create: async (actor, given) =>
      source.view(await createAgent(ctx, actor, newAccount.parse(asCalled(role, given)))),
    change: async (actor, id, change) => {
      const { version, ...given } = versioned.parse(change);
      const body = accountChange.parse(asCalled(role, given));
      return source.view(
        await updateAgent(ctx, actor, id, body, { role, version, given, view: source.view }),
      );
    },
  });
}

/** Agents and guides as resources. */
export const accountRoutes = (ctx: AuthContext): Route[] => [
  ...routesOf(ctx, { role: roles.agent, resource: agents }),
  ...routesOf(ctx, { role: roles.guide, resource: guides }),
];
