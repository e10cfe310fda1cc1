import { useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { Certificate, ConsentEvent } from '@crm/contracts/customers/consent.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useConsentMessages } from '../../i18n/consent.en.js';
import { LinesSection } from '../../controls/LinesSection.js';
import { ConsentStateChip } from './ConsentStateChip.js';
import { RecordConsentDialog } from './RecordConsentDialog.js';
import { RevokeConsentDialog } from './RevokeConsentDialog.js';
import { revocableChannels } from './revocable-channels.rules.js';
import { useConsents } from './useConsents.js';

/** What proves that the customer may be contacted, each consent as it was received, and what became of it. */
export function ConsentSections({ lead }: { lead: Lead }) {
  const translate = useConsentMessages();
  const { data: consents = [], error, isPending } = useConsents(lead.id);
  const [isRecording, setRecording] = useState(false);
  const title = translate('crm.consent.title');
  const state = error ? translate('crm.consent.failed') : isPending ? null : translate('crm.consent.none');
  return (
    <>
      <LinesSection title={title} lines={consents.length === 0 ? [{ label: title, value: state }] : []}>
        <Button
          size="small"
          startIcon={<AddOutlined />}
          sx={{ ml: -1, mb: 0.5 }}
          onClick={() => {
            setRecording(true);
          }}
        >
          {translate('crm.consent.record')}
        </Button>
      </LinesSection>
      {consents.map((consent) => (
        <Consent key={consent.id} leadId={lead.id} consent={consent} />
      ))}
      {isRecording && (
        <RecordConsentDialog
          lead={lead}
          onClose={() => {
            setRecording(false);
          }}
        />
      )}
    </>
  );
}

function Consent({ leadId, consent }: { leadId: string; consent: ConsentEvent }) {
  const translate = useConsentMessages();
  const [isRevoking, setRevoking] = useState(false);
  const { kind, state, at, received_at, received_from, asked_by, channels, seller, addresses } = consent;
  const { url, ip, text, note, certificates, expires_at, revocations, opt_outs } = consent;
  const line = (
    name:
      | 'agreed'
      | 'received'
      | 'from'
      | 'askedBy'
      | 'to'
      | 'seller'
      | 'about'
      | 'ip'
      | 'wording'
      | 'note'
      | 'expires',
    value: string | null,
  ) => ({ label: translate(`crm.consent.${name}`), value: value || null });
  const known = (each: ReturnType<typeof line>) => (each.value === null ? [] : [each]);
  const shown = (time: string) => translate('crm.fields.pacific', { time: shownInstant(time) });
  const named = (some: ConsentEvent['channels']) =>
    some.map((channel) => translate(`crm.consent.channels.${channel}`)).join(', ');
  const each = (texts: readonly string[]) => texts.map((words) => <div key={words}>{words}</div>);
  return (
    <LinesSection
      title={`${translate('crm.consent.title')}: ${translate(`crm.consent.kind.${kind}`)}`}
      lines={[
        line('agreed', at && shown(at)),
        line('to', named(channels)),
        line('seller', seller),
        line('about', addresses.map(toShown).join(', ')),
        line('wording', text),
        { label: translate('crm.consent.page'), value: url && <Elsewhere href={url} name={url} /> },
        line('ip', ip),
        {
          label: translate('crm.consent.certificate'),
          value:
            certificates.length === 0
              ? null
              : certificates.map((certificate) => (
                  <Certified key={certificate.id} certificate={certificate} shown={shown} />
                )),
        },
        ...known(line('note', note)),
        ...known(line('expires', expires_at && shown(expires_at))),
        line('received', shown(received_at)),
        line(
          'from',
          consent.import?.covers === 'file'
            ? translate('crm.consent.fromFile', { file: received_from })
            : received_from,
        ),
        ...known(line('askedBy', asked_by)),
        ...(revocations.length === 0
          ? []
          : [
              {
                label: translate('crm.consent.revocations'),
                value: each(
                  revocations.map(({ at: time, by: name, reason, channels: some }) =>
                    translate('crm.consent.revocation', {
                      ...{ name, reason },
                      channels: named(some),
                      time: shown(time),
                    }),
                  ),
                ),
              },
            ]),
        ...(opt_outs.length === 0
          ? []
          : [
              {
                label: translate('crm.consent.optOut'),
                value: each(
                  opt_outs.map(({ at: time, channel }) =>
                    translate(`crm.consent.optOuts.${channel}`, { time: shown(time) }),
                  ),
                ),
              },
            ]),
      ]}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75 }}>
        <ConsentStateChip state={state} />
        {revocableChannels(consent).length > 0 && (
          <Button
            size="small"
            color="inherit"
            sx={{ color: 'text.secondary' }}
            onClick={() => {
              setRevoking(true);
            }}
          >
            {translate('crm.consent.revoke')}
          </Button>
        )}
      </Box>
      {isRevoking && (
        <RevokeConsentDialog
          leadId={leadId}
          consent={consent}
          onClose={() => {
            setRevoking(false);
          }}
        />
      )}
    </LinesSection>
  );
}

function Certified({
  certificate: { by, id, url, claim },
  shown,
}: {
  certificate: Certificate;
  shown: (time: string) => string;
}) {
  const translate = useConsentMessages();
  const name = `${translate(`crm.consent.by.${by}`)} ${id}`;
  const claimed =
    claim === null
      ? translate('crm.consent.claim.none')
      : translate(`crm.consent.claim.${claim.result}`, { time: shown(claim.claimed_at) });
  const stored = claim?.expires_at
    ? `, ${translate('crm.consent.storedUntil', { time: shown(claim.expires_at) })}`
    : '';
  return (
    <div>
      {url === null ? name : <Elsewhere href={url} name={name} />}
      <Box sx={{ color: claim?.result === 'matched' ? 'text.secondary' : 'warning.main' }}>
        {claimed}
        {stored}
      </Box>
    </div>
  );
}

/** A page of others. It learns nothing of where it was opened from. */
function Elsewhere({ href, name }: { href: string; name: string }) {
  const translate = useConsentMessages();
  return (
    <Link
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={translate('crm.consent.opens', { name })}
    >
      {name}
    </Link>
  );
}
