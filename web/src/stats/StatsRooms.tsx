import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import { useLeadRooms } from '../leads/live/useLeadRooms.js';
import { useRight } from '../session/SessionContext.js';

const Rooms = ({ type }: { type: TypeName }) => {
  useLeadRooms(type);
  return null;
};

/** Joins the rooms of the leads the user may see, of both types. */
export function StatsRooms() {
  const inLifeRoom = useRight('page:life');
  const inHealthRoom = useRight('page:health');
  return (
    <>
      {inLifeRoom && <Rooms type="life" />}
      {inHealthRoom && <Rooms type="health" />}
    </>
  );
}
