import { useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { maxPasskeys, type Passkey, type SecondFactor } from '@crm/contracts/entities/second-factor.js';
import { getSecondFactor } from '@crm/contracts/http/second-factor.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { dateFormat } from '../i18n/language.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { canHavePasskeys } from './can-have-passkeys.js';
import type { FactorAction } from './factor-action.js';
import { FactorActionDialog } from './FactorActionDialog.js';

/** One's own second factors: passkeys, an authenticator app, recovery codes. */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const translate = useSecondFactorMessages();
  const [action, setAction] = useState<FactorAction>();
  const { data, isError, refetch } = useVerbQuery({
    key: ['second-factor', 'own'],
    ask: (provider, signal) => provider.call(getSecondFactor, { signal }),
  });
  return (
    <>
      <DialogFrame
        open
        title={translate('crm.secondFactor.title')}
        subtitle={translate('crm.secondFactor.hint')}
        onClose={onClose}
        actions={
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
        }
      >
        {data ? (
          <Factors factors={data.second_factor} onAction={setAction} />
        ) : isError ? (
          <Box sx={{ mx: -2 }}>
            <PanelNotice text={translate('crm.secondFactor.failed')} onRetry={refetch} />
          </Box>
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </DialogFrame>
      {action && (
        <FactorActionDialog
          action={action}
          onChanged={() => void refetch()}
          onClose={() => {
            setAction(undefined);
          }}
        />
      )}
    </>
  );
}

interface FactorsProps {
  factors: SecondFactor;
  onAction: (action: FactorAction) => void;
}

const day = (instant: string) =>
  dateFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(instant));

function Factors({ factors, onAction }: FactorsProps) {
  const translate = useSecondFactorMessages();
  const { passkeys, totp_since, recovery_codes_left: left, required_from } = factors;
  const count = passkeys.length + (totp_since === null ? 0 : 1);
  const removal = (factor: string, name: string): FactorAction => ({
    ...{ kind: 'remove', factor, name },
    isLast: count === 1,
  });
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {required_from !== null && count === 0 && (
        <Alert severity="warning">
          {required_from <= pacificDate(new Date())
            ? translate('crm.secondFactor.required')
            : translate('crm.secondFactor.requiredFrom', { day: shownDate(required_from) })}
        </Alert>
      )}
      <Passkeys
        passkeys={passkeys}
        onAdd={() => {
          onAction({ kind: 'passkey' });
        }}
        onRemove={({ id, name }) => {
          onAction(removal(id, name));
        }}
      />
      <Section title={translate('crm.secondFactor.app')} hint={translate('crm.secondFactor.appHint')}>
        <Line
          text={
            totp_since === null
              ? translate('crm.secondFactor.noApp')
              : translate('crm.secondFactor.appSince', { day: day(totp_since) })
          }
        >
          {totp_since !== null && (
            <RemoveButton
              name={translate('crm.secondFactor.app')}
              onClick={() => {
                onAction(removal('totp', translate('crm.secondFactor.app')));
              }}
            />
          )}
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              onAction({ kind: 'app' });
            }}
          >
            {translate(totp_since === null ? 'crm.secondFactor.setUpApp' : 'crm.secondFactor.replaceApp')}
          </Button>
        </Line>
      </Section>
      <Section title={translate('crm.secondFactor.codes')} hint={translate('crm.secondFactor.codesHint')}>
        <Line
          text={
            count === 0
              ? translate('crm.secondFactor.codesLater')
              : translate('crm.secondFactor.codesLeft', { smart_count: left })
          }
        >
          {count > 0 && (
            <Button
              size="small"
              variant="outlined"
              onClick={() => {
                onAction({ kind: 'codes' });
              }}
            >
              {translate('crm.secondFactor.newCodes')}
            </Button>
          )}
        </Line>
      </Section>
    </Box>
  );
}

interface PasskeysProps {
  passkeys: readonly Passkey[];
  onAdd: () => void;
  onRemove: (passkey: Passkey) => void;
}

function Passkeys({ passkeys, onAdd, onRemove }: PasskeysProps) {
  const translate = useSecondFactorMessages();
  const isFull = passkeys.length >= maxPasskeys;
  return (
    <Section title={translate('crm.secondFactor.passkeys')} hint={translate('crm.secondFactor.passkeysHint')}>
      {passkeys.length === 0 ? (
        <Line text={translate('crm.secondFactor.noPasskeys')} />
      ) : (
        <Box
          component="ul"
          aria-label={translate('crm.secondFactor.passkeys')}
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {passkeys.map((passkey) => {
            const { id, name, created_at, last_used_at } = passkey;
            const times =
              last_used_at === null
                ? translate('crm.secondFactor.created', { day: day(created_at) })
                : translate('crm.secondFactor.used', { day: day(created_at), last: day(last_used_at) });
            return (
              <li key={id}>
                <Line text={name} detail={times}>
                  <RemoveButton
                    name={name}
                    onClick={() => {
                      onRemove(passkey);
                    }}
                  />
                </Line>
              </li>
            );
          })}
        </Box>
      )}
      {!isFull && (
        <ReasonButton
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          reason={canHavePasskeys() ? undefined : translate('crm.secondFactor.unsupported')}
          onClick={onAdd}
        >
          {translate('crm.secondFactor.addPasskey')}
        </ReasonButton>
      )}
    </Section>
  );
}

const Section = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <Box component="section" sx={{ display: 'grid', gap: 1 }}>
    <div>
      <Typography variant="subtitle1" component="h3">
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {hint}
      </Typography>
    </div>
    {children}
  </Box>
);

const Line = ({ text, detail, children }: { text: string; detail?: string; children?: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
    <Box sx={{ flex: 1, minWidth: 160, overflowWrap: 'anywhere' }}>
      <Typography>{text}</Typography>
      {detail !== undefined && (
        <Typography variant="body2" color="text.secondary">
          {detail}
        </Typography>
      )}
    </Box>
    {children}
  </Box>
);

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const translate = useSecondFactorMessages();
  return (
    <Button
      size="small"
      variant="outlined"
      color="error"
      aria-label={translate('crm.secondFactor.removeNamed', { name })}
      onClick={onClick}
    >
      {translate('crm.secondFactor.remove')}
    </Button>
  );
}
