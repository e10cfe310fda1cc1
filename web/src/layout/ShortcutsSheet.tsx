import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { Kbd } from '../controls/Kbd.js';
import { useShortcutMessages } from '../i18n/shortcuts.en.js';
import { useShortcuts, type Shortcut } from '../shortcuts/ShortcutsProvider.js';

const Group = ({
  title,
  shortcuts,
}: {
  title: string;
  shortcuts: readonly Pick<Shortcut, 'key' | 'label'>[];
}) => (
  <Box component="section" sx={{ '& + &': { mt: 2 } }}>
    <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    <Box component="dl" sx={{ m: 0 }}>
      {shortcuts.map(({ key, label }) => (
        <Box
          key={key}
          sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', height: 32 }}
        >
          <Typography variant="body2" component="dt" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Kbd>{key}</Kbd>
          </Box>
        </Box>
      ))}
    </Box>
  </Box>
);

/** The available keyboard shortcuts: global ones and those of the current page. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const translate = useShortcutMessages();
  const shortcuts = useShortcuts();
  const everywhere = [
    ...shortcuts.filter(({ scope }) => scope === 'everywhere'),
    { key: 'Esc', label: translate('crm.shortcuts.escape') },
  ];
  const here = shortcuts.filter(({ scope }) => scope === 'page');
  return (
    <DialogFrame open onClose={onClose} width={400} title={translate('crm.shortcuts.title')}>
      {here.length > 0 && <Group title={translate('crm.shortcuts.here')} shortcuts={here} />}
      <Group title={translate('crm.shortcuts.everywhere')} shortcuts={everywhere} />
    </DialogFrame>
  );
}
