import { useId, useRef, useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { wordingFor } from '@crm/contracts/messaging/wording.rules.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useEmailRefusal } from '../emails/useEmailRefusal.js';
import { useTemplateMessages } from '../i18n/templates.en.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { RichText } from '../rich-text/RichText.js';
import { useTextableNumbers } from '../texts/useTextableNumbers.js';
import { usePreview, useSendTemplate } from './useSendTemplate.js';
import { useTemplates, type Template, type TemplateKind } from './useTemplates.js';

interface Props {
  kind: TemplateKind;
  lead: Lead;
  /** The template that is chosen at first. */
  template?: string | undefined;
  onClose: () => void;
}

/** Sends one of the user's templates to a lead (rule T4). */
export default function SendTemplateDialog({ kind, lead, template, onClose }: Props) {
  const translate = useTemplateMessages();
  const listId = useId();
  const { data, isError, refetch } = useTemplates(kind);
  const templates = data && inLanguageFirst(data, lead.language);
  const [picked, setPicked] = useState(template);
  const chosen = templates?.find(({ id }) => id === picked);
  const preview = usePreview(kind, lead, chosen);
  const sending = useSendTemplate(kind, lead.id, onClose);
  // One name for each template while the dialog is open: a lost answer makes no second one.
  const keys = useRef(new Map<string, string>());
  const emailRefusal = useEmailRefusal(lead);
  const [first] = useTextableNumbers(lead);
  const refused = kind === 'sms' ? first?.denialReason : emailRefusal;

  const missing = preview.data?.missing.map(({ label }) => label) ?? [];
  const unknown = preview.data?.unknown ?? [];
  const faults = [
    ...(missing.length > 0 ? [translate('crm.templates.missing', { fields: missing.join(', ') })] : []),
    ...(unknown.length > 0 ? [translate('crm.templates.unknown', { fields: unknown.join(', ') })] : []),
  ];
  const reason = chosen === undefined ? translate('crm.templates.choose') : (refused ?? faults[0]);

  const send = () => {
    if (chosen === undefined || reason !== undefined || sending.isPending) return;
    const key = keys.current.get(chosen.id) ?? crypto.randomUUID();
    keys.current.set(chosen.id, key);
    sending.mutate({ id: chosen.id, key });
  };

  return (
    <DialogFrame
      open
      width={560}
      title={translate(kind === 'sms' ? 'crm.templates.sendSms' : 'crm.templates.sendEmail')}
      subtitle={lead.fullname}
      onClose={onClose}
      onEnter={send}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton variant="contained" loading={sending.isPending} reason={reason} onClick={send}>
            {translate('crm.templates.send')}
          </ReasonButton>
        </>
      }
    >
      {refused !== undefined && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {refused}
        </Alert>
      )}
      {templates === undefined || templates.length === 0 ? (
        <Box sx={{ mx: -2 }}>
          <PanelNotice
            text={isError ? translate('crm.templates.failed') : templates && translate('crm.templates.none')}
            {...(isError && { onRetry: refetch })}
          />
        </Box>
      ) : (
        <>
          <Typography id={listId} variant="caption" color="textSecondary">
            {translate('crm.templates.list')}
          </Typography>
          <RadioGroup
            aria-labelledby={listId}
            value={picked ?? ''}
            onChange={(_event, value) => {
              setPicked(value);
            }}
            sx={{ flexWrap: 'nowrap', maxHeight: 200, overflow: 'auto', mb: 1.5 }}
          >
            {templates.map(({ id, name }) => (
              <FormControlLabel
                key={id}
                value={id}
                control={<Radio size="small" />}
                label={
                  <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Typography>
                }
              />
            ))}
          </RadioGroup>
        </>
      )}
      {chosen && (
        <Preview
          kind={kind}
          faults={faults}
          preview={preview}
          note={lead.language === 'es' ? wordingFor(chosen, lead.language).language : undefined}
        />
      )}
    </DialogFrame>
  );
}

/** The templates that say it in the customer's language come first, each part in its order. */
const inLanguageFirst = (templates: readonly Template[], language: LanguageCode) => {
  const isInIt = (template: Template) => wordingFor(template, language).language === language;
  return [...templates.filter(isInIt), ...templates.filter((template) => !isInIt(template))];
};

interface PreviewProps {
  kind: TemplateKind;
  /** The language that it goes out in, where that is not English for everybody. */
  note: LanguageCode | undefined;
  faults: readonly string[];
  preview: ReturnType<typeof usePreview>;
}

function Preview({ kind, faults, note, preview: { data, isError, refetch } }: PreviewProps) {
  const translate = useTemplateMessages();
  const label = translate('crm.templates.preview');
  if (data === undefined) {
    return isError ? (
      <Box sx={{ mx: -2 }}>
        <PanelNotice text={translate('crm.templates.previewFailed')} onRetry={refetch} />
      </Box>
    ) : (
      <Skeleton variant="rounded" height={96} />
    );
  }
  return (
    <Box
      component="section"
      aria-label={label}
      sx={(theme) => ({
        p: 2,
        backgroundColor: 'surface.sunken',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      {note !== undefined && (
        <Typography variant="caption" component="p" color="textSecondary">
          {translate(note === 'es' ? 'crm.templates.inSpanish' : 'crm.templates.onlyEnglish')}
        </Typography>
      )}
      {data.to !== '' && (
        <Typography variant="caption" component="p" color="textSecondary">
          {translate('crm.templates.to', { to: data.to })}
        </Typography>
      )}
      {kind === 'email' ? (
        <>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
            {data.title}
          </Typography>
          <RichText html={data.text} label={translate('crm.templates.text')} />
        </>
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.text}
        </Typography>
      )}
      {faults.map((fault) => (
        <Typography
          key={fault}
          role="alert"
          variant="caption"
          component="p"
          sx={{ mt: 1, color: 'error.main' }}
        >
          {fault}
        </Typography>
      ))}
    </Box>
  );
}
