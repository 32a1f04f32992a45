// chunk: book-for
import { DatePicker } from '#web/parts/DatePicker.tsx';
import type { PlaceForm } from './useReservationForm.ts';

const ALLER_A = 'Aller à une date';

/** A calendar that leads to past days, for those who may choose them (BOOK-35). */
export default function GoToDay({
  form: {
    draft: { jour },
    offer: { maintenant, premier, dernier },
    edit: { setJour },
  },
}: {
  form: PlaceForm;
}) {
  return (
    <DatePicker
      label={ALLER_A}
      placeholder={ALLER_A}
      format="court"
      jour={jour}
      today={maintenant.jour}
      first={premier}
      last={dernier}
      onJour={setJour}
      className="mt-3 @sm:max-w-52"
    />
  );
}
