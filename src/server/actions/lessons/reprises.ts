/** Booking a lesson again: the usual ones, and one of them a week later (RIDE-70 to RIDE-72). */
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import { displayName, isAdmin } from '#domain/people/users.ts';
import { ownView } from '#domain/lessons/participants.ts';
import {
  HABITUDES,
  lastSearched,
  nextReprise,
  type Reprise,
  type RepriseContext,
  repriseOn,
  sameWeekday,
} from '#domain/lessons/reprises.ts';
import { reglesOf } from '#domain/settings/parametres.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { listHabitudes, readRules } from '#server/stores/lessons/habitudes.ts';
import { getOwn, listDisponibilites, listOwn } from '#server/stores/lessons/reservations.ts';

/** Rules, own lessons, and lessons on the arenas until a day, and on one that may be later. */
async function readContext(ctx: Ctx, until: string, later = until): Promise<RepriseContext> {
  const personne = personneOf(ctx);
  const maintenant = momentAt(ctx.now());
  const { jour: du } = maintenant;
  const [{ parametres, types, pistes }, occupations, others, own] = await Promise.all([
    ctx.shared.share('reprises rules', () => readRules(ctx.db)),
    ctx.shared.share(`reprises ${du} ${until}`, () =>
      listDisponibilites(ctx.db, { du, au: until }),
    ),
    later > until ? listDisponibilites(ctx.db, { du: later, au: later }) : [],
    listOwn(ctx.db, personne.id, { du, sort: 'date_reservation' }),
  ]);
  return {
    maintenant,
    regles: reglesOf(parametres),
    bound: !isAdmin(personne.role),
    types,
    pistes,
    occupations: [...occupations, ...others],
    miennes: own.map(({ own: seats, ...lecon }) =>
      ownView(lecon, seats, { id: personne.id, nom: displayName(personne) }),
    ),
  };
}

const shown = (reprise: Reprise) => ({
  ...reprise,
  noms_participants: [...reprise.noms_participants],
});

export async function list(ctx: Ctx) {
  const { jour } = momentAt(ctx.now());
  const habitudes = await listHabitudes(
    ctx.db,
    personneOf(ctx).id,
    addDays(jour, -HABITUDES.jours),
  );
  if (habitudes.length === 0) return [];
  const context = await readContext(ctx, lastSearched(jour));
  return habitudes
    .flatMap((habitude) => nextReprise(habitude, jour, context) ?? [])
    .slice(0, HABITUDES.offres)
    .map(shown);
}

export async function encore(ctx: Ctx, { id }: { id: string }) {
  const personne = personneOf(ctx);
  const found = await getOwn(ctx.db, personne.id, id);
  if (!found) throw new Refus('reservation_introuvable');
  const { own, ...stored } = found;
  const lecon = ownView(stored, own, { id: personne.id, nom: displayName(personne) });
  const { type_lecon, type_piste, heure_debut, noms_participants, date_reservation } = lecon;
  const habitude = {
    type_lecon,
    type_piste,
    heure_debut,
    noms_participants,
    jour: date_reservation,
  };
  const maintenant = momentAt(ctx.now());
  const jour = sameWeekday(date_reservation, heure_debut, addDays(date_reservation, 7), maintenant);
  const context = await readContext(ctx, lastSearched(maintenant.jour), jour);
  const asked = repriseOn(jour, habitude, context);
  if (typeof asked !== 'string') return { jour, obstacle: null, reprise: shown(asked) };
  const next = nextReprise(habitude, addDays(jour, 7), context);
  return { jour, obstacle: asked, reprise: next && shown(next) };
}
