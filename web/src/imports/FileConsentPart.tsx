import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { consentKind } from '@crm/contracts/customers/consent.js';
import { contactChannel } from '@crm/contracts/customers/contact.js';
import { ChoicesInput } from '../fields/ChoicesInput.js';
import { PickField, SwitchField } from '../fields/typed-fields.js';
import { useConsentMessages } from '../i18n/consent.en.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { nothingTyped, type TypedConsent, type TypedName } from './file-consent.rules.js';

interface Props {
  /** Undefined where the file has no consent of its own. */
  typed: TypedConsent | undefined;
  errors: Readonly<Record<string, string>>;
  onChange: (typed: TypedConsent | undefined) => void;
}

const nothing = () => undefined;

/** What proves the consent of all persons of a file, where anything does. */
export function FileConsentPart({ typed, errors, onChange }: Props) {
  const translate = useRawLeadMessages();
  const words = useConsentMessages();
  const bound = (name: keyof TypedConsent) => ({
    id: `bulk-upload-${name}`,
    error: errors[name],
    onBlur: nothing,
  });
  const text = (name: TypedName, label: string, more: { multiline?: boolean; time?: boolean } = {}) =>
    typed && (
      <TextField
        id={bound(name).id}
        label={label}
        value={typed[name]}
        multiline={more.multiline ?? false}
        {...(more.multiline && { minRows: 2, maxRows: 6 })}
        type={more.time ? 'datetime-local' : 'text'}
        autoComplete="off"
        error={errors[name] !== undefined}
        helperText={errors[name] ?? (more.time ? words('crm.consent.form.atHelp') : undefined)}
        onChange={({ target }) => {
          onChange({ ...typed, [name]: target.value });
        }}
      />
    );
  const title = translate('crm.imports.consent.title');
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <SwitchField
          id="bulk-upload-consent"
          label={title}
          value={typed === undefined ? 0 : 1}
          onSwitch={(isOn) => {
            onChange(isOn === 1 ? nothingTyped : undefined);
          }}
        />
        <Typography variant="caption" component="p" color="textSecondary">
          {translate('crm.imports.consent.hint')}
        </Typography>
      </Box>
      {typed && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            gap: 1.5,
            alignItems: 'start',
            '& > .wide': { gridColumn: '1 / -1' },
          }}
        >
          <PickField
            {...bound('consent_kind')}
            label={words('crm.consent.form.kind')}
            value={typed.consent_kind}
            choices={consentKind.options.map((kind) => ({
              value: kind,
              text: words(`crm.consent.kind.${kind}`),
            }))}
            onPick={(kind) => {
              onChange({ ...typed, consent_kind: kind });
            }}
          />
          {text('consent_at', words('crm.consent.form.at'), { time: true })}
          <Box className="wide">
            <ChoicesInput
              {...bound('channels')}
              required
              label={words('crm.consent.form.channels')}
              value={typed.channels}
              options={contactChannel.options.map((channel) => ({
                id: channel,
                name: words(`crm.consent.channels.${channel}`),
              }))}
              onPick={(chosen) => {
                const isChosen = (channel: string) => chosen.includes(channel);
                onChange({ ...typed, channels: contactChannel.options.filter(isChosen) });
              }}
            />
          </Box>
          <Box className="wide" sx={{ display: 'grid' }}>
            {text('consent_text', words('crm.consent.form.wording'), { multiline: true })}
          </Box>
          {text('consent_url', words('crm.consent.page'))}
          {text('seller', words('crm.consent.form.seller'))}
          {text('trustedform_cert_url', translate('crm.imports.consent.certificate'))}
          {text('jornaya_lead_id', translate('crm.imports.consent.leadId'))}
        </Box>
      )}
    </Box>
  );
}
