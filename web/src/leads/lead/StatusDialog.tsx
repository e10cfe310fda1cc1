import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import {
  statusHue,
  statusTitle,
  type SavableStatus,
  type StatusCode,
} from '@crm/contracts/codes/statuses.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { Kbd } from '../../controls/Kbd.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useStatusDialogMessages } from '../../i18n/status-dialog.en.js';
import { Clip } from '../../controls/Clip.js';
import { StatusChip } from '../table/StatusChip.js';
import {
  keyOfStatus,
  maySaveStatus,
  statusAfterArrow,
  statusColumns,
  statusOfKey,
  type ArrowKey,
} from './status-keys.rules.js';
import { localise } from '../../i18n/language.js';

interface Props {
  lead: Pick<LeadRow, 'fullname' | 'status' | 'type_id'>;
  /** What is chosen at first, where that is not what it is. */
  proposed?: SavableStatus;
  /** Whether saving a status ends the work on this lead. */
  completes: boolean;
  isSaving: boolean;
  onSave: (status: SavableStatus) => void;
  /** Saves and opens the next lead; missing for whoever draws none. */
  onSaveAndNext?: ((status: SavableStatus) => void) | undefined;
  onClose: () => void;
}

const isArrow = (key: string): key is ArrowKey =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key);

/** How a lead stands: four groups, each status with its hue and key (look: d-status-dialog). */
export default function StatusDialog({
  lead,
  proposed,
  completes,
  isSaving,
  onSave,
  onSaveAndNext,
  onClose,
}: Props) {
  const translate = useStatusDialogMessages();
  const columns = statusColumns(lead.status);
  const first = proposed ?? lead.status;
  const [selected, setSelected] = useState<StatusCode>(first);
  const options = useRef<HTMLDivElement>(null);
  const savable = maySaveStatus(selected) ? selected : undefined;
  const reason = savable === undefined ? translate('crm.status.notNewLead') : undefined;

  // The choice has the focus, so that arrows and letters go on from it.
  useEffect(() => {
    options.current?.querySelector<HTMLElement>(`[data-status="${selected}"]`)?.focus();
  }, [selected]);

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) {
      event.preventDefault();
      setSelected(statusAfterArrow(selected, event.key, columns));
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const save = event.shiftKey ? onSaveAndNext : onSave;
      if (savable !== undefined && !isSaving) save?.(savable);
      return;
    }
    const status = statusOfKey(event.key, columns);
    if (status) {
      event.preventDefault();
      setSelected(status);
    }
  };

  return (
    <DialogFrame
      open
      width={936}
      title={translate('crm.status.title')}
      subtitle={
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, pt: 0.25 }}>
          <Box component="span" sx={{ minWidth: 0 }}>
            <Clip text={translate('crm.status.now', { name: lead.fullname })} />
          </Box>
          <StatusChip status={lead.status} type={lead.type_id} />
        </Box>
      }
      onClose={onClose}
      extras={
        <Typography
          variant="body2"
          role="status"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
        >
          {reason ?? (completes && <TaskAltOutlined fontSize="small" />)}
          {reason === undefined && completes && translate('crm.status.completes')}
        </Typography>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose} endIcon={<Kbd>Esc</Kbd>}>
            {translate('crm.action.close')}
          </Button>
          {onSaveAndNext !== undefined && (
            <ReasonButton
              variant="outlined"
              reason={reason}
              onClick={() => {
                if (savable !== undefined && !isSaving) onSaveAndNext(savable);
              }}
              endIcon={<Kbd aria-hidden="true">{translate('crm.status.nextKey')}</Kbd>}
            >
              {translate('crm.status.saveAndNext')}
            </ReasonButton>
          )}
          <ReasonButton
            variant="contained"
            reason={reason}
            loading={isSaving}
            onClick={() => {
              if (savable !== undefined) onSave(savable);
            }}
            endIcon={<Kbd aria-hidden="true">Enter</Kbd>}
          >
            {translate('crm.action.save')}
          </ReasonButton>
        </>
      }
    >
      <Box
        ref={options}
        role="radiogroup"
        aria-label={translate('crm.status.title')}
        onKeyDown={pressed}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(4, 1fr)' },
          columnGap: 2,
          rowGap: 2,
          mx: -1.25,
          pt: 1,
        }}
      >
        {columns.map(({ group, codes }) => (
          <Box key={group} role="presentation">
            <Typography
              variant="caption"
              component="h3"
              sx={{ px: 1.25, mb: 1, color: 'text.secondary', fontWeight: 600 }}
            >
              {translate(`crm.status.group.${group}`)}
            </Typography>
            {codes.map((code) => (
              <Option
                key={code}
                code={code}
                hue={statusHue(code, lead.type_id)}
                isSelected={code === selected}
                isFirst={code === first}
                onSelect={() => {
                  setSelected(code);
                }}
              />
            ))}
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}

interface OptionProps {
  code: StatusCode;
  hue: ReturnType<typeof statusHue>;
  isSelected: boolean;
  /** Has the focus when the dialog opens. */
  isFirst: boolean;
  onSelect: () => void;
}

function Option({ code, hue, isSelected, isFirst, onSelect }: OptionProps) {
  return (
    <ButtonBase
      role="radio"
      autoFocus={isFirst}
      data-status={code}
      aria-checked={isSelected}
      aria-keyshortcuts={keyOfStatus[code]}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 1.25,
        width: '100%',
        height: theme.size.control,
        mb: 0.25,
        px: 1.25,
        textAlign: 'left',
        fontWeight: isSelected ? 600 : 500,
        color: maySaveStatus(code) ? 'text.primary' : 'text.tertiary',
        border: '1px solid',
        borderColor: isSelected ? 'primary.main' : 'transparent',
        borderRadius: `${String(theme.radius.control)}px`,
        backgroundColor: isSelected ? 'brand.tint' : undefined,
        '&:hover': { backgroundColor: isSelected ? undefined : 'surface.hover' },
        '&.Mui-focusVisible': { outlineOffset: 0 },
      })}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{ flex: 'none', width: 3, height: 16, borderRadius: '2px', backgroundColor: `hue.${hue}.edge` }}
      />
      <Box component="span" sx={{ flex: 1 }}>
        {localise(statusTitle(code))}
      </Box>
      <Kbd aria-hidden="true">{keyOfStatus[code]}</Kbd>
    </ButtonBase>
  );
}
