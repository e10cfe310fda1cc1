import { Types } from 'mongoose';
import { seesAll, type Actor } from '@crm/contracts/access.js';
import { agentRoles, worksAsAgent } from '@crm/contracts/codes/roles.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import { isValidOn, licenceErrors } from '@crm/contracts/licences/licence.rules.js';
import { licenceExists, licences as resource, type Licence } from '@crm/contracts/resources/licence.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { alreadyExists, conflict, invalid, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { readListQuery } from '@crm/platform/resources/list-query.rules.js';
import { conflictOf } from '@crm/platform/resources/records.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import { licenceChange, licencesOf } from './change-licences.js';
import type { StoredLicence } from '../user/licence.model.js';
import { pageOf } from './licence-list.rules.js';
import { withLicence, type EnteredLicence } from '../user/stored-licences.js';

type Holder = Pick<StoredUser, '_id' | 'fullname' | 'licences'>;
const holderFields = { fullname: 1, licences: 1 };

const viewOf = (
  { _id: agent, fullname }: Pick<StoredUser, '_id' | 'fullname'>,
  { _id, state, line, number, from, until, status, proof, version }: StoredLicence,
): Licence => ({
  ...{ id: _id.toHexString(), version, agent_id: agent.toHexString(), agent: fullname },
  ...{ state, line, number, from, until, status, proof },
});

/** The licence of an id as it is in its account, which is the actor's own unless it is for somebody who sees all. Throws `not_found`. */
async function holderOf(ctx: AuthContext, actor: Actor, id: string): Promise<Holder> {
  const own = seesAll(actor) ? {} : { _id: new Types.ObjectId(actor.id) };
  const holder = await ctx.models.users
    .findOne({ ...own, 'licences._id': new Types.ObjectId(id) }, holderFields)
    .lean<Holder | null>();
  if (holder === null) throw notFound('Licence');
  return holder;
}

const find = ({ licences = [] }: Pick<StoredUser, 'licences'>, id: string): StoredLicence => {
  const licence = licences.find(({ _id }) => _id.toHexString() === id);
  if (licence === undefined) throw notFound('Licence');
  return licence;
};

/**
 * A page of licences: an agent's own, those of all for whoever sees all. They are part of the accounts, of which there are at most
 * hundreds, and are filtered and sorted here. Throws `invalid`.
 */
export async function listLicences(
  { models }: AuthContext,
  actor: Actor,
  query: RestQuery,
): Promise<{ records: Licence[]; skip: number; total: number }> {
  const wanted = readListQuery(resource, query, { searchedBy: (q) => ({ q }) });
  const whose = seesAll(actor)
    ? wanted.owners && { _id: { $in: wanted.owners.map((id) => new Types.ObjectId(id)) } }
    : { _id: new Types.ObjectId(actor.id) };
  const holders = await models.users
    .find({ role_id: { $in: agentRoles }, ...whose }, holderFields)
    .lean<Holder[]>();
  const all = holders.flatMap((holder) => (holder.licences ?? []).map((each) => viewOf(holder, each)));
  return pageOf(all, wanted);
}

export async function getLicence(ctx: AuthContext, actor: Actor, id: string): Promise<Licence> {
  const holder = await holderOf(ctx, actor, id);
  return viewOf(holder, find(holder, id));
}

type Entered = Pick<EnteredLicence, 'number' | 'from' | 'until' | 'status' | 'proof'>;

/** Throws `invalid` with what no single field can tell. */
function requireValid(entered: Entered): void {
  const errors = licenceErrors(entered);
  if (Object.keys(errors).length > 0) throw invalid({ ...errors });
}

/**
 * Adds a licence to an account; its state becomes one of the agent's. Throws `already_exists` where there is one for the
 * same state and line, and `invalid`, also where the user is no agent.
 */
export async function addLicence(
  ctx: AuthContext,
  actor: Actor,
  { agent_id, ...given }: EnteredLicence & { agent_id: string },
): Promise<Licence> {
  requireValid(given);
  const isSame = ({ state, line }: StoredLicence) => state === given.state && line === given.line;
  const user = await changeUser(ctx, actor, agent_id, (before) => {
    if (!worksAsAgent(before.role_id)) throw invalidField('agent_id', 'Choose an agent');
    const licences = licencesOf(before, ctx.clock.now());
    if (licences.some(isSame)) throw alreadyExists(licenceExists, 'state');
    return licenceChange(before, withLicence(licences, given, actor.fullname), actor);
  });
  const added = user.licences?.find(isSame);
  if (added === undefined) throw notFound('Licence');
  return viewOf(user, added);
}

/** Changes a licence as it was read. Throws `not_found`, `invalid`, and `conflict` where it has another version. */
export async function changeLicence(
  ctx: AuthContext,
  actor: Actor,
  id: string,
  given: Entered & { version: number },
): Promise<Licence> {
  requireValid(given);
  const { version, ...sent } = given;
  const { number, from, until, status, proof } = sent;
  const { _id } = await holderOf(ctx, actor, id);
  const user = await changeUser(ctx, actor, _id.toHexString(), (before) => {
    const licence = find(before, id);
    if (licence.version !== version)
      throw conflict(conflictOf(viewOf(before, licence), sent, licence.changed_by));
    const next: StoredLicence = {
      ...licence,
      ...{ number, from, until, status, proof },
      // Of another end people are told anew.
      warned: licence.until === until ? licence.warned : null,
      version: version + 1,
      changed_by: actor.fullname,
    };
    const after = (before.licences ?? []).map((each) => (each === licence ? next : each));
    return licenceChange(before, after, actor);
  });
  return viewOf(user, find(user, id));
}

/** Deletes a licence and answers it as it was. Throws `not_found`. */
export async function removeLicence(ctx: AuthContext, actor: Actor, id: string): Promise<Licence> {
  const holder = await holderOf(ctx, actor, id);
  let removed = find(holder, id);
  await changeUser(ctx, actor, holder._id.toHexString(), (before) => {
    removed = find(before, id);
    const after = (before.licences ?? []).filter((each) => each !== removed);
    return licenceChange(before, after, actor);
  });
  return viewOf(holder, removed);
}

/** The other agents who could take the leads of a licence: with a valid one for its state and line. Throws `not_found`. */
export async function agentsLicensedAs(
  ctx: AuthContext,
  actor: Actor,
  id: string,
): Promise<{ id: string; fullname: string }[]> {
  const holder = await holderOf(ctx, actor, id);
  const { state, line } = find(holder, id);
  const today = pacificDate(ctx.clock.now());
  const agents = await ctx.models.users
    .find({ states: state, role_id: { $in: agentRoles }, banned: 0, not_assign: 0 }, holderFields)
    .sort({ fullname_lower: 1 })
    .lean<Holder[]>();
  return agents
    .filter(
      ({ _id, licences = [] }) =>
        !_id.equals(holder._id) &&
        licences.some(
          (each) =>
            each.status !== 'inactive' &&
            each.state === state &&
            each.line === line &&
            isValidOn(each, today),
        ),
    )
    .map(({ _id, fullname }) => ({ id: _id.toHexString(), fullname }));
}
