import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { byText } from '@crm/contracts/reference/reference-list.rules.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useCarrierMessages } from '../../i18n/carriers.en.js';
import { useReferenceEntries } from '../../reference/useReferenceList.js';

const hostOf = (website: string) => new URL(website).host.replace(/^www\./, '');

/** What an agent looks up about the carriers, by name (rule L36). */
export default function CarrierInfoDialog({ onClose }: { onClose: () => void }) {
  const translate = useCarrierMessages();
  const carriers = byText(useReferenceEntries('carriers').filter(({ active }) => active));
  return (
    <DialogFrame
      open
      title={translate('crm.carrier.infoTitle')}
      subtitle={translate('crm.carrier.infoText')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{translate('crm.action.close')}</Button>}
    >
      <Box
        component="ul"
        aria-label={translate('crm.carrier.infoTitle')}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {carriers.map(({ code, text, phone, website, info }) => (
          <Box
            component="li"
            key={code}
            sx={{
              py: 1.5,
              borderBottom: 1,
              borderColor: 'border.subtle',
              '&:last-child': { borderBottom: 0 },
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2, flexWrap: 'wrap' }}>
              <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
                {text}
              </Typography>
              {phone !== '' && (
                <Typography
                  variant="body2"
                  component="span"
                  sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}
                >
                  <PhoneOutlined fontSize="inherit" aria-hidden />
                  {phone}
                </Typography>
              )}
              {website !== '' && (
                <Link
                  variant="body2"
                  href={website}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={translate('crm.carrier.website', { host: hostOf(website), name: text })}
                >
                  {hostOf(website)}
                </Link>
              )}
            </Box>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25, whiteSpace: 'pre-line' }}>
              {info === '' ? translate('crm.carrier.noInfo') : info}
            </Typography>
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}
