-- One index of the emails that wait, in the order in which the queue is read (MAIL-46): a booking's email writes one entry less.
DROP INDEX "courriels_par_urgence";--> statement-breakpoint
DROP INDEX "courriels_a_envoyer";--> statement-breakpoint
CREATE INDEX "courriels_a_envoyer" ON "courriels" USING btree ((case when "courriels"."sorte" in ('mot_de_passe', 'confirmation_adresse', 'deblocage', 'changement_adresse', 'essai', 'compte_modifie', 'alerte_admins', 'alerte_codes', 'sauvegarde_en_panne') then '0'
  when "courriels"."sorte" in ('invitation') then '1'
  when "courriels"."sorte" in ('reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'place_libre') then least("courriels"."contenu" #>> '{lecon,date_reservation}', "courriels"."contenu" #>> '{avant,date_reservation}', "courriels"."contenu" #>> '{creneau,date_reservation}')
  else '9' end collate "C"),"envoyer_apres") WHERE "statut" = 'en_attente';
