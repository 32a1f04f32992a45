-- The order in which the queue is read (MAIL-46). Instances of the version before read it by time.
CREATE INDEX "courriels_par_urgence" ON "courriels" USING btree ((case when "courriels"."sorte" in ('mot_de_passe', 'confirmation_adresse', 'deblocage', 'changement_adresse', 'essai', 'compte_modifie', 'alerte_admins', 'alerte_codes', 'sauvegarde_en_panne') then '0'
  when "courriels"."sorte" in ('invitation') then '1'
  when "courriels"."sorte" in ('reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'place_libre') then least("courriels"."contenu" #>> '{lecon,date_reservation}', "courriels"."contenu" #>> '{avant,date_reservation}', "courriels"."contenu" #>> '{creneau,date_reservation}')
  else '9' end collate "C"),"envoyer_apres") WHERE "statut" = 'en_attente';
