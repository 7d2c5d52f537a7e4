ALTER TABLE "notes" DROP CONSTRAINT "notes_body";--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_body" CHECK (length("notes"."body") <= 100000) NOT VALID;