/** SQL of fixtures: prices of lesson types in euros, and seats that get them. */

/** Replaces all prices by one for each of these types, from the first day on; the others cost 0. */
export const pricing = (prix: Record<string, number>): string =>
  `delete from prix_valables; insert into prix_valables (type_lecon, du, centimes) values ${Object.entries(
    prix,
  )
    .map(([type, euros]) => `('${type}', '2000-01-01', ${Math.round(euros * 100)})`)
    .join(', ')};`;

/** Gives every seat the price in force on its day; to be run after an import. */
export const PRICE_SEATS = `
  update participants s set centimes = coalesce((
    select v.centimes from prix_valables v where v.type_lecon = r.type_lecon and v.du <= r.date_reservation order by v.du desc limit 1), 0)
  from reservations r where r.id = s.reservation_id;`;
