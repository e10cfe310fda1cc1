import Link from '@mui/material/Link';
import type { Certificate, ConsentEvent } from '@crm/contracts/customers/consent.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useConsentMessages } from '../../i18n/consent.en.js';
import { LinesSection } from '../lead/LinesSection.js';
import { useConsents } from './useConsents.js';

/** What proves that the customer may be contacted, each consent as it was received. */
export function ConsentSections({ leadId }: { leadId: string }) {
  const translate = useConsentMessages();
  const { data: consents, error } = useConsents(leadId);
  const title = translate('crm.consent.title');
  if (consents === undefined || consents.length === 0) {
    const value = error
      ? translate('crm.consent.failed')
      : consents === undefined
        ? null
        : translate('crm.consent.none');
    return <LinesSection title={title} lines={[{ label: title, value }]} />;
  }
  return consents.map((consent) => <Consent key={consent.id} title={title} consent={consent} />);
}

function Consent({ title, consent }: { title: string; consent: ConsentEvent }) {
  const translate = useConsentMessages();
  const { kind, at, received_at, received_from, channels, seller, addresses, url, ip, text, certificates } =
    consent;
  const line = (
    name: 'agreed' | 'received' | 'from' | 'to' | 'seller' | 'about' | 'ip',
    value: string | null,
  ) => ({
    label: translate(`crm.consent.${name}`),
    value: value || null,
  });
  const shown = (time: string) => translate('crm.fields.pacific', { time: shownInstant(time) });
  const agreedTo = channels.map((channel) => translate(`crm.consent.channels.${channel}`));
  return (
    <LinesSection
      title={`${title}: ${translate(`crm.consent.kind.${kind}`)}`}
      lines={[
        line('agreed', at && shown(at)),
        line('to', agreedTo.join(', ')),
        line('seller', seller),
        line('about', addresses.map(toShown).join(', ')),
        { label: translate('crm.consent.wording'), value: text },
        { label: translate('crm.consent.page'), value: url && <Elsewhere href={url} name={url} /> },
        line('ip', ip),
        {
          label: translate('crm.consent.certificate'),
          value:
            certificates.length === 0
              ? null
              : certificates.map((certificate) => (
                  <Certified key={certificate.id} certificate={certificate} />
                )),
        },
        line('received', shown(received_at)),
        line('from', received_from),
      ]}
    />
  );
}

function Certified({ certificate: { by, id, url } }: { certificate: Certificate }) {
  const translate = useConsentMessages();
  const name = `${translate(`crm.consent.by.${by}`)} ${id}`;
  return <div>{url === null ? name : <Elsewhere href={url} name={name} />}</div>;
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
