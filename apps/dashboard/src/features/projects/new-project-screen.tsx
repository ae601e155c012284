import { Link, useRouter } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DeletedProjects } from './deleted-projects.tsx';
import { ProjectForm } from './form/project-form.tsx';

/** What else do I measure? */
export function NewProjectScreen() {
  const router = useRouter();
  return (
    <Page width="narrow">
      <Card>
        <CardHeader
          title="A new project"
          description="One app or one website, with its own members, keys and reports. All of it can be changed later."
        />
        <CardBody>
          <ProjectForm
            onCreated={({ project_id, name }) => {
              toast({ title: `${name} is ready` });
              router.history.push(`/overview?p_id=${project_id}`);
            }}
            secondary={
              <Button variant="quiet" size="lg" asChild>
                <Link to="/overview">Cancel</Link>
              </Button>
            }
          />
        </CardBody>
      </Card>
      <DeletedProjects />
    </Page>
  );
}
