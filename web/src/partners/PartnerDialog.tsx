import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { newPartner, partnerSource, type Partner } from '@crm/contracts/http/intake.js';
import { useForm } from 'react-hook-form';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { usePartnerWords } from '../i18n/partners.en.js';
import { refusalOf } from '../providers/http-client.js';
import { sourceTitle } from './source-title.js';
import { usePartnerDeeds } from './usePartners.js';

type Source = Partner['sources'][number];

interface PartnerForm {
  name: string;
  code: string;
  sources: Source[];
  isActive: boolean;
}

interface Props {
  /** None for a new one. */
  partner: Partner | undefined;
  onClose: () => void;
  /** Told of the key of a new partner, which is shown this once. */
  onKey: (partner: Partner, key: string) => void;
}

/** Makes a partner, or changes one. */
export default function PartnerDialog({ partner, onClose, onKey }: Props) {
  const words = usePartnerWords();
  const form = useForm<PartnerForm>({
    defaultValues: {
      name: partner?.name ?? '',
      code: partner?.code ?? '',
      sources: partner?.sources ?? [],
      isActive: partner?.active !== 0,
    },
  });
  const { register, watch, setValue, setError, formState } = form;
  const { creation, change } = usePartnerDeeds((error) => {
    for (const [name, message] of Object.entries(refusalOf(error)?.errors ?? {})) {
      if (name === 'name' || name === 'code' || name === 'sources') setError(name, { message });
    }
  });
  const values = watch();
  const isReady =
    newPartner.safeParse(values).success ||
    (partner !== undefined && values.name.trim() !== '' && values.sources.length > 0);
  const { close, question } = useDiscard({ unsaved: formState.isDirty, onClose });
  const save = ({ name, code, sources: chosen, isActive }: PartnerForm) => {
    if (partner === undefined) {
      creation.mutate(
        { body: { name, code, sources: chosen } },
        {
          onSuccess: (answer) => {
            onKey(answer.partner, answer.key);
          },
        },
      );
    } else {
      const body = { name, sources: chosen, active: isActive ? (1 as const) : (0 as const) };
      change.mutate({ params: { id: partner.id }, body }, { onSuccess: onClose });
    }
  };

  const { errors } = formState;
  return (
    <>
      <DialogFrame
        open
        width={560}
        title={words(partner ? 'crm.partners.editTitle' : 'crm.partners.createTitle')}
        subtitle={partner?.code}
        persistent
        onClose={close}
        onSubmit={(event) => void form.handleSubmit(save)(event)}
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {words('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={creation.isPending || change.isPending}
              reason={isReady ? undefined : words('crm.partners.notReady')}
            >
              {words(partner ? 'crm.partners.update' : 'crm.partners.create')}
            </ReasonButton>
          </>
        }
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <TextField
            {...register('name')}
            label={words('crm.partners.name')}
            required
            autoFocus
            error={errors.name !== undefined}
            helperText={errors.name?.message}
          />
          {partner === undefined && (
            <TextField
              {...register('code')}
              label={words('crm.partners.code')}
              required
              error={errors.code !== undefined}
              helperText={errors.code?.message ?? words('crm.partners.codeHelp')}
            />
          )}
          <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
            <FormLabel component="legend" required>
              {words('crm.partners.sources')}
            </FormLabel>
            <FormGroup row>
              {partnerSource.options.map((name) => (
                <FormControlLabel
                  key={name}
                  label={sourceTitle(name)}
                  control={
                    <Checkbox
                      checked={values.sources.includes(name)}
                      onChange={(_event, isOn) => {
                        const others = values.sources.filter((each) => each !== name);
                        setValue('sources', isOn ? [...others, name] : others, { shouldDirty: true });
                      }}
                    />
                  }
                />
              ))}
            </FormGroup>
          </Box>
          {partner !== undefined && (
            <FormControlLabel
              label={words('crm.partners.active')}
              control={
                <Switch
                  checked={values.isActive}
                  onChange={(_event, isOn) => {
                    setValue('isActive', isOn, { shouldDirty: true });
                  }}
                />
              }
            />
          )}
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}
