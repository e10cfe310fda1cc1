import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { claimCertificate, type ClaimOutcome } from './certificate-port.js';
import { claimDelayMs, claimLeaseMs, claimsEndMs } from './claims.rules.js';
import type { CertificatePart, ConsentDoc } from './consent.model.js';

/** The next consent with a certificate to claim, taken for as long as asking may last. */
async function takeDue({ consents, clock }: LeadsContext): Promise<ConsentDoc | null> {
  const now = clock.now();
  return consents
    .findOneAndUpdate(
      { claim_at: { $lte: now } },
      { $set: { claim_at: new Date(now.getTime() + claimLeaseMs) } },
      { sort: { claim_at: 1 }, returnDocument: 'after' },
    )
    .lean<ConsentDoc>();
}

function claimOf(outcome: ClaimOutcome, now: Date): CertificatePart['claim'] {
  switch (outcome.is) {
    case 'failed':
      return undefined;
    case 'refused':
      return { result: 'refused', claimed_at: now, expires_at: null };
    case 'claimed':
      return {
        result: outcome.matched ? 'matched' : 'mismatched',
        claimed_at: now,
        expires_at: outcome.expiresAt,
      };
  }
}

/** Asks for each certificate that is not claimed; what was answered, by its place. */
async function askAll(ctx: LeadsContext, url: string, doc: ConsentDoc) {
  const id = doc._id.toHexString();
  const phone = doc.addresses.find((address) => !address.includes('@')) ?? null;
  const email = doc.addresses.find((address) => address.includes('@')) ?? null;
  const claims = new Map<number, NonNullable<CertificatePart['claim']>>();
  const reasons: string[] = [];
  for (const [place, certificate] of doc.certificates.entries()) {
    if (certificate.claim) continue;
    const { by, id: name, url: address } = certificate;
    const key = `${id}:${by}:${name}`;
    const outcome = await claimCertificate(url, { key, by, id: name, url: address, phone, email });
    const claim = claimOf(outcome, ctx.clock.now());
    if (claim !== undefined) claims.set(place, claim);
    if (outcome.is === 'failed') reasons.push(outcome.reason);
  }
  return { claims, reasons };
}

/** Writes what was answered, each claim once, and when the rest is asked for again: not after its issuer has dropped it. */
async function settle(
  { consents, clock }: LeadsContext,
  { _id }: ConsentDoc,
  { claims, reasons }: Awaited<ReturnType<typeof askAll>>,
): Promise<void> {
  await retryOnConflict(async () => {
    const doc = await consents.findById(_id).lean<ConsentDoc>();
    if (doc === null) return true;
    const now = clock.now();
    const failures = (doc.claim_failures ?? 0) + 1;
    const next = new Date(now.getTime() + claimDelayMs(failures));
    const isOver = reasons.length === 0 || next.getTime() - doc.received_at.getTime() > claimsEndMs;
    const certificates = doc.certificates.map((certificate, place) => {
      const claim = certificate.claim ?? claims.get(place);
      return claim === undefined ? certificate : { ...certificate, claim };
    });
    const update = isOver
      ? { $set: { certificates }, $unset: { claim_at: 1 as const } }
      : { $set: { certificates, claim_at: next, claim_failures: failures } };
    const { matchedCount } = await consents.updateOne(
      { _id, version: doc.version },
      withEvents(update, [], now),
    );
    return matchedCount > 0 ? true : undefined;
  }, 'This consent');
}

/** Claims the certificates of new consents; nothing where no port is configured. */
export function certificateJobs(ctx: LeadsContext): Job[] {
  const url = ctx.config.certificateUrl;
  if (url === undefined) return [];
  return [
    {
      name: 'certificates of consents',
      ...dueIn(ctx.consents, 'claim_at'),
      run: async () => {
        const doc = await takeDue(ctx);
        if (doc === null) return false;
        const asked = await askAll(ctx, url, doc);
        if (asked.reasons.length > 0)
          ctx.log.warn({ consent: doc._id.toHexString(), reasons: asked.reasons }, 'certificate not claimed');
        await settle(ctx, doc, asked);
        return true;
      },
    },
  ];
}
